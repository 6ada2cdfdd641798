// How each client on this machine stands to this home. Their files are changed by `setup` alone, which shows each change
// first; the page says the command.
import { Badge, type Tone } from '../../components/badge.tsx'
import { Icon } from '../../components/icon.tsx'
import { EmptyState } from '../../components/states.tsx'
import { toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import type { Attached, ClientState } from './doctor-data.ts'

const STATES: Record<Attached, { tone: Tone; words: string }> = {
  yes: { tone: 'good', words: 'attached' },
  no: { tone: 'neutral', words: 'not attached' },
  outdated: { tone: 'warn', words: 'outdated' },
  elsewhere: { tone: 'warn', words: 'to another home' },
  taken: { tone: 'bad', words: 'the name is taken' },
  unreadable: { tone: 'bad', words: 'cannot tell' },
}

export function ClientList({ home, clients }: { home: string; clients: readonly ClientState[] }) {
  if (clients.length === 0) return <EmptyState icon="system" title="No client is known to this server" />
  return (
    <div class="stack">
      <p class="muted small">
        This home is <code>{home}</code>. A client’s files are changed in a terminal, where each change is shown first.
      </p>
      <div class="table-wrap">
        <table class="table">
          <thead>
            <tr>
              <th>Client</th>
              <th>On this machine</th>
              <th>Attached</th>
              <th>Files</th>
              <th>Command</th>
            </tr>
          </thead>
          <tbody>
            {clients.map((client) => (
              <ClientRow key={client.client} {...client} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function ClientRow({ client, title, found, attached, files, note }: ClientState) {
  const { tone, words } = STATES[attached]
  const command = `skill-cortex ${attached === 'yes' ? 'disconnect' : 'setup'} ${client}`
  const copy = () => {
    navigator.clipboard.writeText(command).then(
      () => toast({ text: 'Copied' }),
      () => toast({ text: 'The browser keeps the clipboard to itself: copy it by hand', tone: 'bad' }),
    )
  }
  return (
    <tr>
      <td>{title}</td>
      <td>{found ? 'found' : <span class="faint">no</span>}</td>
      <td>
        <Badge tone={tone}>{words}</Badge>
        {note !== undefined && (
          <div class="muted small">
            <VisibleText text={note} />
          </div>
        )}
      </td>
      <td class="mono client-files">
        {files.map((file) => (
          <div key={file}>
            <VisibleText text={file} />
          </div>
        ))}
      </td>
      <td>
        <span class="client-command">
          <code>{command}</code>
          <button
            type="button"
            class="button"
            data-kind="quiet"
            data-icon
            aria-label={`Copy ${command}`}
            onClick={copy}
          >
            <Icon name="copy" />
          </button>
        </span>
      </td>
    </tr>
  )
}
