// The text of a skill, rendered or character for character, and its steps.
import { Markdown } from '../../components/markdown.tsx'
import { Segments } from '../../components/tabs.tsx'
import { RawText, VisibleText } from '../../components/visible-text.tsx'
import { counted } from '../../wording.ts'
import { ExportButton } from './export-button.tsx'
import type { WholeDetail } from './skill-data.ts'

type TextTabProps = { detail: WholeDetail; isRaw: boolean; setRaw: (isRaw: boolean) => void }

export function TextTab({ detail: { skill }, isRaw, setRaw }: TextTabProps) {
  const { content, steps } = skill
  return (
    <div class="stack">
      <article class="card">
        <div class="card-head">
          <span class="faint small">{counted(content.split('\n').length, 'line')}</span>
          <div class="skill-text-tools">
            <ExportButton name={skill.name} />
            <Segments
              label="How the text is shown"
              items={[
                { key: 'rendered', label: 'Rendered' },
                { key: 'raw', label: 'Raw' },
              ]}
              active={isRaw ? 'raw' : 'rendered'}
              choose={(key) => setRaw(key === 'raw')}
            />
          </div>
        </div>
        <div class="skill-text">
          {isRaw ? <RawText text={content} label="The text, character for character" /> : <Markdown text={content} />}
        </div>
      </article>
      {steps.length > 0 && (
        <section class="card card-pad">
          <h2>Steps</h2>
          <ol class="steps">
            {steps.map((step, i) => (
              // Steps have no names; their order is what they are.
              <li key={i}>
                <div>
                  <VisibleText text={step.action} />
                  {step.tool !== undefined && (
                    <span class="badge">
                      <VisibleText text={step.tool} />
                    </span>
                  )}
                </div>
                {step.description !== undefined && (
                  <p class="muted small">
                    <VisibleText text={step.description} />
                  </p>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
