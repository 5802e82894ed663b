import { usePanel } from '../app/panelContext.ts';

/** Copies through the host, and says so. `what`: `34 ids`. */
export function useCopy(): (text: string, what: string) => void {
  const { host, announce } = usePanel();
  return (text, what) => {
    host.post({ type: 'copy', text, what });
    announce(`Copied ${what}.`);
  };
}
