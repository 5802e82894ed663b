import type { Finding } from '../../../protocol/certification.ts';
import type {
  PythonAnswers,
  PythonConfirmation,
  PythonDifference,
  PythonVersions,
} from '../../../protocol/confirmation.ts';
import type { Judged } from '../../../protocol/worker.ts';
import { differencesIn, type PlacedDifference } from '../certify/confirmation.ts';
import type { Subject } from '../certify/subject.ts';
import { defineRule } from './rule.ts';
import { quote, wholeTemplate } from './wording.ts';

export const ct003PythonDisagrees = defineRule<PythonDifference>({
  code: 'CT003',
  title: 'Python disagrees',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `Asked to confirm the renders that the verdicts rest on, your own Python wrote another text, failed where this
checker did not, or gave no answer. What is said of this template rests on bytes that your Python does not write.
Only found when Python is asked: \`chat-template check --confirm python\`, or the command "Confirm with Python".
It can't be turned off.`,
  repair: `Compare the versions: the checker follows Jinja2 3.1.6. With the same version this is a fault of the checker:
please report it with the template and the render that the finding names. What depends on chance (\`random\`) can't be
confirmed.`,
});

/** What a certificate keeps of Python's answers, and findings for what it disagrees with. */
export function judgeAnswers(source: string, subject: Subject | null, answers: PythonAnswers): Judged {
  const { versions, renders, disagreements } = answers;
  const placed = differencesIn(subject, answers);
  const confirmation = {
    ...versions,
    renders,
    confirmed: renders - disagreements.length,
    differences: placed.map(withoutSite),
  };
  return {
    confirmation,
    findings: placed.map((difference) => disagreementFinding(source, confirmation, difference)),
  };
}

function disagreementFinding(
  source: string,
  { renders, ...versions }: PythonConfirmation,
  difference: PlacedDifference,
): Finding {
  const { ours, python, site } = difference;
  const shown = `${difference.renders} of ${renders} ${renders === 1 ? 'render' : 'renders'}`;
  return {
    code: 'CT003',
    severity: 'error',
    message: `Python disagrees: ${nameOf(versions)} gives ${quote(python)} where the check had ${quote(ours)} (${shown}). The verdicts rest on other bytes than Python's.`,
    span: site ?? wholeTemplate(source),
    related: [],
    payload: withoutSite(difference),
  };
}

const nameOf = ({ jinja2, python }: PythonVersions) => `Jinja2 ${jinja2} (Python ${python})`;

function withoutSite({ request, at, ours, python, renders }: PlacedDifference): PythonDifference {
  return { request, at, ours, python, renders };
}
