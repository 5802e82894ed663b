/** The certificate of a template: what was found, every verdict with its evidence, and what it all depends on. */
import type { CertificateModel } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { FindingList } from '../components/certificate/FindingList.tsx';
import { InputList } from '../components/certificate/InputList.tsx';
import { ProfileTable } from '../components/certificate/ProfileTable.tsx';
import { PropertyTable } from '../components/certificate/PropertyTable.tsx';
import { SafetyTable, variesBySetting } from '../components/certificate/SafetyTable.tsx';
import { Section } from '../components/certificate/Section.tsx';
import { VerdictCounts } from '../components/certificate/VerdictCounts.tsx';
import { counted } from '../model/summary.ts';

export function CertificateView({ model }: { model: CertificateModel }) {
  const { host } = usePanel();
  const { certificate, findings, templateName } = model;
  const { properties, profiles, tokenizer, date, tool } = certificate;
  return (
    <main class="view view-certificate" tabIndex={0} aria-label="Certificate">
      <header class="head">
        <div class="head-line">
          <h1 class="head-title">Certificate of {templateName}</h1>
          <button type="button" class="button" onClick={() => host.post({ type: 'saveCertificate' })}>
            Save Certificate…
          </button>
        </div>
        <VerdictCounts properties={properties} />
        <p class="facts">
          <span title="Tokenizer">{tokenizer?.source ?? 'no tokenizer: text only'}</span>
          <span>
            made {date} by {tool.name} {tool.version}
          </span>
        </p>
      </header>
      <Section title={counted(findings.length, 'finding')}>
        <FindingList findings={findings} />
      </Section>
      <Section title="Properties">
        <PropertyTable properties={properties} comparisons={model.comparisons} />
      </Section>
      {properties.some(variesBySetting) && (
        <Section title="Append safety, by setting">
          <SafetyTable properties={properties} />
        </Section>
      )}
      <Section title="Trainers and servers">
        <ProfileTable profiles={profiles} />
      </Section>
      <Section title="What the verdicts depend on">
        <InputList certificate={certificate} />
      </Section>
    </main>
  );
}
