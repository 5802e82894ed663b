/** The look of the HTML report: light and dark, nothing fetched. */
export const style = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #59636e; --line: #d1d9e0; --page: #fff; --box: #f6f8fa;
  --bad: #b3261e; --bad-soft: #ffdedb; --good: #116329; --good-soft: #d3f5dc; --warn: #7d4e00; --mark: #fff3c4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --dim: #9198a1; --line: #3d444d; --page: #0d1117; --box: #151b23;
  --bad: #ff8f87; --bad-soft: #5a1e1b; --good: #7ee29a; --good-soft: #14431f; --warn: #e3b341; --mark: #4b3a0b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 24px; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 40px 0 8px; padding-top: 16px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { font-size: 16px; margin: 24px 0 8px; }
p { margin: 4px 0 8px; } .dim { color: var(--dim); }
code, pre, .tokens { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
code { background: var(--box); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; margin: 8px 0; overflow-x: auto; }
pre mark { background: var(--mark); color: inherit; border-radius: 2px; }
pre .number { color: var(--dim); user-select: none; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; } th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--dim); font-size: 13px; } td:first-child { white-space: nowrap; }
.FAIL, .breaks, .error { color: var(--bad); font-weight: 600; } .PASS, .holds { color: var(--good); font-weight: 600; }
.UNSUPPORTED, .NOT-REPRODUCIBLE, .unknown, .warning, .design { color: var(--warn); font-weight: 600; } .information { color: var(--dim); font-weight: 600; }
.finding { border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; margin: 12px 0; }
.fix { border-left: 3px solid var(--good); padding-left: 10px; margin: 8px 0 0; }
details { border: 1px solid var(--line); border-radius: 8px; margin: 10px 0; padding: 8px 14px; } summary { cursor: pointer; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 8px; } @media (max-width: 800px) { .sides { grid-template-columns: 1fr; } }
.side h4 { margin: 0 0 4px; font-size: 13px; color: var(--dim); font-weight: 600; }
.tokens { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: 8px; line-height: 1.9; }
.tokens span { border: 1px solid var(--line); border-radius: 3px; padding: 1px 2px; margin-right: 1px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.tokens .gone { background: var(--bad-soft); border-color: var(--bad); } .tokens .come { background: var(--good-soft); border-color: var(--good); }
.tokens .special { font-weight: 600; } .tokens i { color: var(--dim); font-style: normal; font-family: system-ui, sans-serif; }
`;
