/** What the global set-up hands to the suites. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** `http://127.0.0.1:PORT` of VS Code. */
    origin: string;
    /** WebSocket endpoint of the browser. */
    browser: string;
    /** A folder for this run's workspaces. */
    home: string;
    /** VS Code's user settings: written to, they apply at once. */
    settingsFile: string;
  }
}

export {};
