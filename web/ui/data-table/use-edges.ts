import { useCallback, useEffect, useRef, useState } from 'react';

/** Whether something can be scrolled to at the start and at the end, so that the edge can show it. */
export function useEdges() {
  const ref = useRef<HTMLElement>(null);
  const [edges, setEdges] = useState({ start: false, end: false });

  const measure = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const start = box.scrollLeft > 1;
    const end = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
    setEdges((known) => (known.start === start && known.end === end ? known : { start, end }));
  }, []);

  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    for (const inside of box.children) observer.observe(inside);
    return () => observer.disconnect();
  }, [measure]);

  return { ref, measure, ...edges };
}
