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
  /** Sends the values. `null` means refused, as returned by a command's `run`. */
  onSubmit: (values: Values) => Promise<unknown> | void;
  /** The command's state: pending, and its refusal. */
  command?: { busy: boolean; refusal: Failure | null };
  /** Replacement texts for refusals, by reason. */
  says?: Readonly<Record<string, string>>;
  /** The notice for any other refusal; its reason is then shown in the form. */
  refusedText?: string;
  /** The notice for invalid input, by the names of the invalid fields. */
  saysInvalid?: (fields: readonly string[]) => string;
  /** Set if the refusal is shown elsewhere, for example in a modal. */
  quiet?: boolean;
  /** Stores a draft in this tab under this name, for forms with more than six fields. */
  draft?: string;
  /** Submits by its button or Ctrl+Enter only: a plain Enter must not spend money. */
  notByEnter?: boolean;
  label?: string;
  children: ReactNode;
};

/** The shared form: errors at the field and in the notice, a guard for unsaved input, and an optional draft. */
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
  // @NOTE inside, values are accessed by name only.
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
  // While submitting, a success handler may leave the page without a question.
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
          // React events of a form in a nested modal bubble up to this one.
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

/** Shows a refusal at the fields that it names, in the notice, and in the form until the next attempt. */
function useRefusal({ form, element, refusal, says, refusedText, quiet }: Refusal): string | null {
  const notices = useNotices();
  const own = (refusal && 'reason' in refusal && says?.[refusal.reason]) || null;
  const text = own ?? refusal?.message ?? null;

  const known = Object.entries(refusal?.fields ?? {}).filter(([name]) => name in form.getValues());

  // Each refusal is shown once, when it arrives.
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

  // An error at a field is not repeated below the form.
  return quiet || known.length > 0 ? null : text;
}

/** Ctrl+Enter submits the form that has the focus. */
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
