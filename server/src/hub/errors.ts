/** Why a download can't go on, in words for the person, with what to do. */
export class HubError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HubError';
  }
}

/** What went wrong may be gone when asked again: the line was cut, the server was busy. */
export class PassingError extends HubError {
  constructor(
    message: string,
    /** Milliseconds the server asks to wait; null where it says nothing. */
    readonly wait: number | null = null,
  ) {
    super(message);
  }
}

/** What is asked for, to be named in an error. */
export interface Asked {
  /** `org/name@revision` */
  readonly repository: string;
  /** A file of it; null for the repository itself. */
  readonly file: string | null;
  readonly hasToken: boolean;
}

const TOKEN_HINT = 'Set HF_TOKEN, or log in with `hf auth login`';

/** By the Hub's own code, which says more than the status: it answers 401 for a repository that does not exist. */
const BY_CODE: Readonly<Record<string, (asked: Asked) => string>> = {
  GatedRepo: ({ repository, hasToken }) =>
    hasToken
      ? `${repository} is gated, and the account of your token has no access yet: ask for it on the model's page.`
      : `${repository} is gated: ask for access on the model's page. ${TOKEN_HINT}.`,
  RepoNotFound: ({ repository, hasToken }) =>
    `There is no model ${repository}, or it is private${hasToken ? ' and your token does not open it' : `: ${TOKEN_HINT} to reach it`}.`,
  RevisionNotFound: ({ repository }) => `${repository}: there is no such branch, tag or commit.`,
  EntryNotFound: ({ repository, file }) => `${repository} has no file ${file ?? ''}.`,
  DisabledRepo: ({ repository }) => `${repository} was disabled by the Hub.`,
};

const BY_STATUS: Readonly<Record<number, (asked: Asked) => string>> = {
  401: ({ repository, hasToken }) =>
    hasToken
      ? `The Hub does not accept your token for ${repository}. Look at HF_TOKEN, or log in again with \`hf auth login\`.`
      : `There is no model ${repository}, or it is private or gated: ${TOKEN_HINT} to reach it.`,
  403: (asked) => BY_CODE['GatedRepo']!(asked),
  404: ({ repository, file }) =>
    file === null ? `There is no model ${repository}.` : `${repository} has no file ${file}.`,
};

/** What an answer other than success means. */
export function refusalOf(response: Response, asked: Asked): HubError {
  const { status } = response;
  const code = response.headers.get('x-error-code') ?? '';
  const words = BY_CODE[code] ?? BY_STATUS[status];
  if (words !== undefined) return new HubError(words(asked));
  const where = asked.file === null ? asked.repository : `${asked.file} of ${asked.repository}`;
  if (status === 429) {
    return new PassingError(
      `The Hub asks to slow down (429) at ${where}. Try again in some minutes; with a token the limits are higher.`,
      waitOf(response),
    );
  }
  if (status === 408 || status >= 500) {
    return new PassingError(`The server failed (${status}) at ${where}.`, waitOf(response));
  }
  return new HubError(`The server answers ${status} for ${where}.`);
}

function waitOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
