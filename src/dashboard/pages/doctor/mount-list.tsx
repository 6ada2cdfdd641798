// Folders of others that are served as they stand, and copies in them that another skill of the same name stands before.
import { EmptyState, Notice } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { href } from '../../router.ts'
import { counted } from '../../wording.ts'
import type { Mounted } from './doctor-data.ts'

export function MountList({ mounts }: { mounts: readonly Mounted[] }) {
  if (mounts.length === 0) {
    return (
      <EmptyState icon="file" title="No folder is mounted" text="Folders with a SKILL.md can be served as they stand.">
        <code>skill-cortex mount FOLDER</code>
      </EmptyState>
    )
  }
  return (
    <div class="stack">
      {mounts.map((mount) => (
        <MountCard key={mount.path} mount={mount} />
      ))}
    </div>
  )
}

function MountCard({ mount }: { mount: Mounted }) {
  const { source, path, prefix, client, skills, shadowed, faults } = mount
  return (
    <section class="card" aria-label={source}>
      <div class="card-head">
        <h2>
          <VisibleText text={source} />
        </h2>
        <span class="faint small">{counted(skills, 'skill')} served</span>
      </div>
      <div class="card-pad stack">
        <dl class="facts">
          <dt>Folder</dt>
          <dd class="mono">
            <VisibleText text={path} />
          </dd>
          {prefix !== null && (
            <>
              <dt>Named below</dt>
              <dd>{prefix}/</dd>
            </>
          )}
          {client !== null && (
            <>
              <dt>Listed by</dt>
              <dd>{client} itself, so its index leaves them out</dd>
            </>
          )}
        </dl>
        {faults.map((fault) => (
          <Notice key={`${fault.code} ${fault.file}`} tone={fault.severity === 'error' ? 'bad' : 'warn'}>
            <VisibleText text={`${fault.file}: expected ${fault.expected}, got ${fault.received}. ${fault.fix}`} />
          </Notice>
        ))}
        {shadowed.length > 0 && (
          <div class="table-wrap">
            <table class="table">
              <thead>
                <tr>
                  <th>Copy</th>
                  <th>Another is served from</th>
                  <th>Read this one as</th>
                </tr>
              </thead>
              <tbody>
                {shadowed.map(({ name, readAs, servedFrom, file }) => (
                  <tr key={file}>
                    <td>
                      <a href={href(`/skills/${name}`)}>{name}</a>
                    </td>
                    <td>
                      <VisibleText text={servedFrom} />
                    </td>
                    <td class="mono">
                      <VisibleText text={readAs} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </section>
  )
}
