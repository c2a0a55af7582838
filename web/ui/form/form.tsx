import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Failure } from '../../kernel/api/failure.ts';
import { useUnsaved } from '../../kernel/navigation/unsaved.ts';
import { useNotices } from '../feedback/notices.ts';
import { formTexts } from './form.texts.ts';
import { firstBadInput } from './state/first-bad-input.ts';
import { type AnyForm, FormContext } from './state/form-context.ts';
import { DraftLine, useDraft } from './state/use-draft.tsx';
import type { FormOf } from './state/use-route-form.ts';

type Props<Values> = {
  form: FormOf<Values>;
  /** Sends the values. `null` means that it was refused, as a command's `run` answers. */
  onSubmit: (values: Values) => Promise<unknown> | void;
  /** The command that is run: whether it is under way and why it was refused. */
  command?: { busy: boolean; refusal: Failure | null };
  /** Other words for a refusal, by its reason. */
  says?: Readonly<Record<string, string>>;
  /** What the bar says of any other refusal; why it was refused then stands in the form. */
  refusedText?: string;
  /** Other words for input that cannot be sent, by the names of the fields that are wrong. */
  saysInvalid?: (fields: readonly string[]) => string;
  /** Where the refusal is told elsewhere, in a modal for one. */
  quiet?: boolean;
  /** Keeps what is typed in this tab under this name, for forms of more than six fields. */
  draft?: string;
  /** Sent by its button or Ctrl+Enter only: a mere Enter in a field must not spend money. */
  notByEnter?: boolean;
  label?: string;
  children: ReactNode;
};

/** The one form of the product: errors at the field and in the bar, a guard against leaving, a draft where asked for. */
export function Form<Values>(props: Props<Values>) {
  const {
    form,
    onSubmit,
    command,
    says,
    refusedText,
    saysInvalid = needAttention,
    quiet = false,
    draft,
    label,
    children,
  } = props;
  const { notByEnter = false } = props;
  // @NOTE inside, values are known by name only.
  const bound = form as unknown as AnyForm;
  const element = useRef<HTMLFormElement>(null);
  const secrets = useRef(new Set<string>()).current;
  const [sending, setSending] = useState(false);
  const [uploads, setUploads] = useState<ReadonlySet<string>>(new Set());
  const notices = useNotices();
  const kept = useDraft(bound, draft, secrets);
  const message = useRefusal({ form: bound, element, refusal: command?.refusal ?? null, says, refusedText, quiet });
  const busy = sending || (command?.busy ?? false);
  useControlEnter(element);
  useNoEnter(element, notByEnter);
  // While it is being sent, what follows a success may leave the page without being asked.
  useUnsaved(bound.isDirty() && !sending);

  const wait = useCallback((id: string, waiting: boolean) => {
    setUploads((known) => new Set(waiting ? [...known, id] : [...known].filter((other) => other !== id)));
  }, []);

  const submit = form.onSubmit(
    async (values) => {
      if (busy || uploads.size > 0) return;
      setSending(true);
      try {
        if ((await onSubmit(values)) !== null) {
          kept.forget();
          bound.resetDirty();
        }
      } finally {
        setSending(false);
      }
    },
    (errors) => {
      notices.error(saysInvalid(Object.keys(errors)));
      firstBadInput(element.current, errors)?.focus();
    },
  );

  return (
    <FormContext value={{ form: bound, busy, secrets, message, waiting: uploads.size > 0, wait }}>
      <form
        ref={element}
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          // A form in a modal that was opened from this one is drawn elsewhere, yet its events arrive here.
          if (event.target === event.currentTarget) submit(event);
        }}
      >
        {kept.restored && <DraftLine onDiscard={kept.discard} />}
        {children}
      </form>
    </FormContext>
  );
}

function needAttention(fields: readonly string[]): string {
  return formTexts.needAttention(fields.length);
}

type Refusal = {
  form: AnyForm;
  element: RefObject<HTMLFormElement | null>;
  refusal: Failure | null;
  says: Readonly<Record<string, string>> | undefined;
  refusedText: string | undefined;
  quiet: boolean;
};

/** Puts a refusal where it belongs: at the fields it names, in the bar, and in the form until the next attempt. */
function useRefusal({ form, element, refusal, says, refusedText, quiet }: Refusal): string | null {
  const notices = useNotices();
  const own = (refusal && 'reason' in refusal && says?.[refusal.reason]) || null;
  const text = own ?? refusal?.message ?? null;

  const known = Object.entries(refusal?.fields ?? {}).filter(([name]) => name in form.getValues());

  // Each refusal is told once, when it arrives.
  const tell = useEffectEvent(() => {
    if (text === null) return;
    if (known.length > 0) {
      const errors = Object.fromEntries(known);
      form.setErrors(errors);
      firstBadInput(element.current, errors)?.focus();
    }
    if (!quiet) notices.error(own ?? refusedText ?? text);
  });
  useEffect(() => {
    if (refusal) tell();
  }, [refusal]);

  // What stands at a field need not stand below the form too.
  return quiet || known.length > 0 ? null : text;
}

/** Ctrl+Enter submits the form the focus is in. */
function useControlEnter(element: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const form = element.current;
    if (!form) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.requestSubmit();
    };
    form.addEventListener('keydown', listen);
    return () => form.removeEventListener('keydown', listen);
  }, [element]);
}

function useNoEnter(element: RefObject<HTMLFormElement | null>, isOn: boolean) {
  useEffect(() => {
    const form = element.current;
    if (!form || !isOn) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    };
    form.addEventListener('keydown', listen);
    return () => form.removeEventListener('keydown', listen);
  }, [element, isOn]);
}
