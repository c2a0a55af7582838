import { useEffect, useRef, useState } from 'react';

/** Whether content is scrollable at the start and at the end, so that the edges can show a shadow. */
export function useEdges() {
  const ref = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ start: false, end: false });

  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const measure = () => {
      const start = box.scrollLeft > 1;
      const end = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
      setEdges((known) => (known.start === start && known.end === end ? known : { start, end }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    for (const inside of box.children) observer.observe(inside);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, []);

  return { ref, ...edges };
}
