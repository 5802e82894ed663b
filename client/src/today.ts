/** The day, in ISO 8601, as certificates name it. */
export const today = () => new Date().toISOString().slice(0, 10);
