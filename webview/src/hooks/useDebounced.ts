import { useCallback, useEffect, useRef } from 'preact/hooks';

/** Calls `act` once, with the last value, when no other came for `ms` milliseconds. */
export function useDebounced<Value>(act: (value: Value) => void, ms: number): (value: Value) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (value) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(value), ms);
    },
    [ms],
  );
}
