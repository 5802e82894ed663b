import tseslint from 'typescript-eslint';

/** Libraries that speak to an editor. The core must not know that one exists. */
const editor = {
  regex: '^(vscode|vscode-languageserver|vscode-languageclient|vscode-languageserver-protocol)($|[/-])',
  message: 'The core presents nothing: return plain findings and let the layer above speak LSP or vscode.',
};
const node = { regex: '^node:', message: 'The core runs in a browser worker too: have this passed in.' };
const presenting = {
  regex: '(^|/)(client|webview|lsp|host|worker|report|cli)/|/(main|cli)\\.ts$',
  message: 'The core does not know the layers above it.',
};
const serverOrClient = {
  regex: '(^|/)(server|client)/',
  message: 'Panels talk through protocol/ only.',
};

const importRules = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });
const syntaxRules = (...selectors) => ({ 'no-restricted-syntax': ['error', ...selectors] });

/** What would make a verdict depend on when, where or in which order it was computed. */
const ambientGlobals = [
  'process',
  'Buffer',
  'require',
  '__dirname',
  '__filename',
  'window',
  'document',
  'performance',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'localStorage',
].map((name) => ({
  name,
  message: 'The core has no clock, network, file system or platform: have it passed in.',
}));

const ambientSyntax = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'The core has no clock: have the time passed in.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The core has no clock: have the time passed in.',
  },
  {
    selector: "CallExpression[callee.name='Date']",
    message: 'The core has no clock: have the time passed in.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Randomness is passed in, seeded by the caller.',
  },
];

const leftOutTests = [
  {
    selector:
      'MemberExpression[object.name=/^(describe|it|test|suite)$/][property.name=/^(skip|only|todo|fails)$/]',
    message: 'A test that does not run proves nothing: mend it or remove it.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
    message: 'A test that does not run proves nothing: mend it or remove it.',
  },
];

const runtimeInProtocol = [
  {
    selector:
      'Program > :not(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration)',
    message: 'protocol/ is types only.',
  },
  {
    selector:
      'ExportNamedDeclaration > :matches(VariableDeclaration, FunctionDeclaration, ClassDeclaration, TSEnumDeclaration)',
    message: 'protocol/ is types only.',
  },
  {
    selector: "ImportDeclaration[importKind!='type']",
    message: 'protocol/ is types only: use `import type`.',
  },
];

const core = [
  'jinja',
  'tokenizer',
  'conversation',
  'certify',
  'rules',
  'fix',
  'language',
  'dataflow',
  'tito',
  'text',
];
const inCore = (folder) => `server/src/${folder}/**/*.{ts,tsx}`;
const testFiles = ['**/*.test.{ts,tsx}', '**/testing/**', '**/*.fixture.ts'];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      'dist/',
      '.cache/',
      'artefacts/',
      'test-fixtures/',
      'syntaxes/tree-sitter/src/',
      'syntaxes/tree-sitter/build/',
    ],
  },
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-debugger': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'max-lines': ['error', { max: 400 }],
      ...syntaxRules(...leftOutTests),
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-ignore': true, 'ts-nocheck': true, 'ts-expect-error': true, minimumDescriptionLength: 100 },
      ],
    },
  },
  {
    // Where promises are fired from event handlers, a forgotten one is an error nobody sees.
    files: [
      'client/**/*.ts',
      'server/src/{lsp,host,worker}/**/*.ts',
      'server/src/{main,cli}.ts',
      'e2e/**/*.ts',
    ],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    files: core.map(inCore),
    ignores: testFiles,
    rules: {
      ...importRules(editor, node, presenting),
      'no-restricted-globals': ['error', ...ambientGlobals],
      ...syntaxRules(...leftOutTests, ...ambientSyntax),
      'no-console': 'error',
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: core.map(inCore),
    rules: importRules(
      { regex: '^(vscode|vscode-languageclient)($|/)', message: 'The server never imports vscode.' },
      { regex: '(^|/)(client|webview)/', message: 'The server knows neither client nor panels.' },
    ),
  },
  {
    // Downloads are `hub`'s; who calls it on a person's word passes the network in.
    files: ['server/src/{lsp,worker,cli,report,config,host,hub}/**/*.ts', 'server/src/{main,cli}.ts'],
    ignores: [...testFiles, 'server/src/host/proxiedFetch.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'The network is passed in: see server/src/hub.' },
      ],
    },
  },
  {
    files: ['client/**/*.ts'],
    rules: importRules({
      regex: '(^|/)(server/(?!src/hub/index)|webview/)',
      message:
        'The client has no logic of templates: it talks to the server through protocol/. Only downloads it does itself.',
    }),
  },
  {
    files: ['webview/**/*.{ts,tsx}'],
    ignores: testFiles,
    rules: importRules(serverOrClient, node, {
      regex: '^(?!\\.|preact($|/)|@preact/|@tanstack/|@vscode/(codicons|webview-ui))',
      message: 'Panels import protocol/ and UI libraries only.',
    }),
  },
  {
    files: ['protocol/**/*.ts'],
    rules: {
      ...importRules({ regex: '^(?!\\./)', message: 'protocol/ depends on nothing.' }),
      ...syntaxRules(...runtimeInProtocol),
    },
  },
  {
    // tree-sitter reads one file, in a language of its own.
    files: ['syntaxes/tree-sitter/grammar.js'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: { 'max-lines': 'off' },
  },
  {
    // Plain JavaScript that runs before anything is installed.
    files: ['**/*.{js,mjs,cjs}'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
