/** A certificate with every kind of row. */
import type { PropertyResult, SettingOutcome } from '../../protocol/certification.ts';
import type { CertificateModel } from '../../protocol/views.ts';
import { notPreserved } from './qwen3.ts';

const passed: Omit<PropertyResult, 'id'> = {
  verdict: 'PASS',
  level: 'tokens',
  renders: 212,
  conversations: 31,
  kwargs: [{}, { enable_thinking: true }, { enable_thinking: false }],
  witness: null,
  byDesign: false,
  message: null,
};
const safe: SettingOutcome = { kwargs: {}, compared: 28, broken: 0, divergence: null };
const divergence = {
  textOffset: 57,
  sharedTokens: 9,
  totalTokens: 34,
  before: '<think>',
  after: '<tool_call>',
};
const request = notPreserved.before.request;

const properties: readonly PropertyResult[] = [
  {
    ...passed,
    id: 'append.tool',
    verdict: 'FAIL',
    level: 'text',
    witness: {
      kind: 'prefix',
      trajectory: 'single-call',
      before: request,
      after: notPreserved.after.request,
      divergence,
    },
    bySetting: [
      { ...safe, broken: 9, divergence },
      { ...safe, kwargs: { enable_thinking: true } },
      {
        ...safe,
        kwargs: { enable_thinking: false },
        broken: 2,
        divergence: { ...divergence, sharedTokens: null },
      },
    ],
  },
  { ...passed, id: 'append.user', verdict: 'FAIL', byDesign: true },
  {
    ...passed,
    id: 'append.assistant',
    bySetting: [
      safe,
      { ...safe, kwargs: { enable_thinking: true } },
      { ...safe, kwargs: { enable_thinking: false }, compared: 0 },
    ],
  },
  {
    ...passed,
    id: 'args.shape',
    verdict: 'FAIL',
    witness: {
      kind: 'render',
      trajectory: 'string-arguments',
      request,
      at: { start: 40, end: 60 },
      detail: 'arguments given as a string are encoded twice',
    },
  },
  {
    ...passed,
    id: 'append.system',
    verdict: 'UNSUPPORTED',
    renders: 0,
    conversations: 0,
    kwargs: [],
    message: 'TemplateError: System messages come first.',
  },
  { ...passed, id: 'clock', verdict: 'NOT-REPRODUCIBLE', message: 'the render depends on strftime_now' },
  { ...passed, id: 'seam.generation' },
  { ...passed, id: 'stop.tail' },
];

export const certificate: CertificateModel = {
  kind: 'certificate',
  templateUri: notPreserved.templateUri,
  templateName: notPreserved.templateName,
  certificate: {
    format: 1,
    tool: { name: 'chat-template', version: '0.1.0' },
    date: '2026-01-02',
    template: {
      name: notPreserved.templateName,
      sha256: 'a55ee1b1660128b7098723e0abcd92caa0788061051c62d51cbe87d9cf1974d8',
    },
    tokenizer: {
      source: 'models/qwen3',
      sha256: 'aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4',
      specialTokens: { eos_token: '<|im_end|>' },
      eosIds: [151645],
    },
    engine: { name: 'chat-template', jinja2: '3.1.6', clock: '2025-01-01T12:00:00' },
    otherEngines: [],
    python: null,
    suite: {
      sha256: '6f1ed002ab5595859014ebf0951522d9aeb13307a71acd8fe81861d94ad54ab6',
      trajectories: Array.from({ length: 31 }, (_, index) => ({ id: `talk-${index}`, sha256: '00' })),
    },
    kwargs: [{}, { enable_thinking: true }, { enable_thinking: false }],
    properties,
    required: [],
    profiles: [
      {
        profile: 'trl-grpo',
        title: 'TRL GRPO with tools',
        verdict: 'breaks',
        level: 'text',
        because: ['append.tool'],
        consequence: 'Training stops at the first tool call: the template is not prefix-preserving.',
      },
      { profile: 'vllm', title: 'vLLM', verdict: 'holds', level: 'tokens', because: [], consequence: null },
      {
        profile: 'sft',
        title: 'SFT on assistant turns',
        verdict: 'unknown',
        level: 'tokens',
        because: ['append.system'],
        consequence: 'append.system is UNSUPPORTED: TemplateError: System messages come first.',
      },
    ],
  },
  findings: [
    {
      code: 'CT101',
      severity: 'error',
      message:
        'Tool append is not prefix-preserving: for messages[1], the condition `loop.last` was true and becomes false once a tool result follows. "<think>\\n\\n</think>\\n\\n" vanishes.',
      span: { start: 1840, end: 1905 },
      line: 47,
    },
    {
      code: 'CT501',
      severity: 'warning',
      message: 'Arguments that are text are encoded a second time.',
      span: { start: 2400, end: 2430 },
      line: 61,
    },
    {
      code: 'CT608',
      severity: 'information',
      message: 'The render depends on the clock.',
      span: { start: 0, end: 9 },
      line: 1,
    },
  ],
  comparisons: { 'append.tool': 'append.tool' },
};
