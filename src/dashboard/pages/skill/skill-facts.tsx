// What is known of a skill beside its text, at the side of its page.
import type { ComponentChildren } from 'preact'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { ago, at, percent } from '../../wording.ts'
import type { WholeDetail } from './skill-data.ts'

export function SkillFacts({ detail }: { detail: WholeDetail }) {
  const { skill, stats, provenance } = detail
  const reports = Object.values(stats.outcomes).reduce((sum, count) => sum + count, 0)
  return (
    <aside class="card card-pad stack skill-facts" aria-label="About the skill">
      <dl class="facts">
        <Fact label="Health">{percent(stats.health)}</Fact>
        <Fact label="Success">{reports === 0 ? 'not reported yet' : `${percent(stats.successRate)} expected`}</Fact>
        <Fact label="Freshness">{percent(stats.freshness)}</Fact>
        <Fact label="Last used">{ago(stats.lastUsedAt)}</Fact>
        <Fact label="Created">
          <time dateTime={skill.createdAt} title={at(skill.createdAt)}>
            {ago(skill.createdAt)}
          </time>
        </Fact>
        <Fact label="Changed">{skill.updatedAt === null ? 'never' : ago(skill.updatedAt)}</Fact>
        <Fact label="Came by">{provenance.via}</Fact>
        {provenance.author !== null && (
          <Fact label="Through">
            <VisibleText text={provenance.author} />
          </Fact>
        )}
        {provenance.source !== null && (
          <Fact label="Says it is from">
            <VisibleText text={provenance.source} />
          </Fact>
        )}
      </dl>
      <Words label="Tags" words={skill.tags} />
      <Words label="Comes up for" words={skill.triggers} />
      {skill.seeAlso.length > 0 && (
        <div>
          <h3 class="facts-title">See also</h3>
          <ul>
            {skill.seeAlso.map((name) => (
              <li key={name}>
                <a href={href(`/skills/${name}`)}>
                  <VisibleText text={name} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  )
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Words({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div>
      <h3 class="facts-title">{label}</h3>
      <div class="row">
        {words.map((word) => (
          <span key={word} class="badge">
            <VisibleText text={word} />
          </span>
        ))}
      </div>
    </div>
  )
}
