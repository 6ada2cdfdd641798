// The right side: the skill as its readers get it, while it is written.
import { extractSummary } from '../../../domain/summary.ts'
import { Badge } from '../../components/badge.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import type { Form } from './form.ts'
import { type Near, NearNotice } from './near-skills.tsx'

export function Preview({ form, near }: { form: Form; near: readonly Near[] }) {
  const { name, summary, content, tags, steps } = form
  const isMade = summary.trim() === ''
  return (
    <section class="designer-preview" aria-label="Preview">
      <NearNotice near={near} />
      <article class="card card-pad">
        <header class="preview-head">
          <span class="mono faint">
            <VisibleText text={name || 'unnamed'} />
          </span>
          <p class="muted">
            <VisibleText text={isMade ? extractSummary(name, content) : summary} />{' '}
            {isMade && <Badge title="Made from the text">made from the text</Badge>}
          </p>
          {tags.length > 0 && (
            <p class="row">
              {tags.map((tag) => (
                <span key={tag} class="tag">
                  #<VisibleText text={tag} />
                </span>
              ))}
            </p>
          )}
        </header>
        <Markdown text={content} />
        {steps.length > 0 && (
          <>
            <h2 class="preview-steps">Steps</h2>
            <ol class="preview-list">
              {steps.map(({ action, description, tool }, i) => (
                <li key={i}>
                  <VisibleText text={action} /> {tool && <code>{tool}</code>}
                  {description && (
                    <div class="muted small">
                      <VisibleText text={description} />
                    </div>
                  )}
                </li>
              ))}
            </ol>
          </>
        )}
      </article>
    </section>
  )
}
