// Peers: whom the agent deals with, how much there is to go by, and what is thought of each. The operator's alone.
import { api } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx'
import { Segments } from '../../components/tabs.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useResource } from '../../resource.ts'
import { href, setQuery } from '../../router.ts'
import { ago, counted } from '../../wording.ts'
import { signed } from '../beliefs/beliefs-data.ts'
import type { PageProps } from '../index.ts'
import { PeerDialog } from './peer-dialog.tsx'
import type { Peer, PeersAnswer } from './peers-data.ts'
import './peers.css'

const ORDERS = [
  { key: 'recent', label: 'Last met' },
  { key: 'trust', label: 'Trust' },
  { key: 'info', label: 'Known' },
] as const
const SHOWN_MAX = 500
const ROW_HEIGHT = 58

export function PeersPage({ query }: PageProps) {
  const sort = ORDERS.find(({ key }) => key === query.sort)?.key ?? 'recent'
  const { data, error, reload } = useResource(
    `peers ${sort}`,
    (signal) => api.get<PeersAnswer>('/api/peers', { sort, limit: SHOWN_MAX }, signal),
    ['interaction', 'assessed'],
  )
  return (
    <>
      <PageHead
        title="Peers"
        note="Whom the agent deals with. Known is counted, trust is judged; neither is shown to anybody else."
      >
        <Segments items={ORDERS} active={sort} choose={(to) => setQuery({ sort: to })} label="Order" />
      </PageHead>
      {data === undefined ? (
        error === undefined ? (
          <Loading />
        ) : (
          <ErrorState error={error} retry={reload} />
        )
      ) : data.peers.length === 0 ? (
        <EmptyState
          icon="peers"
          title="The agent has met nobody"
          text="What passes with other agents and people is written down with record_interaction, or by POST /api/events."
        />
      ) : (
        <VirtualList
          items={data.peers}
          keyOf={({ peer_id }) => peer_id}
          rowHeight={ROW_HEIGHT}
          label="Peers"
          row={(peer) => <PeerRow peer={peer} sort={sort} />}
        />
      )}
      {query.peer !== undefined && (
        <PeerDialog key={query.peer} id={query.peer} close={() => setQuery({ peer: undefined })} changed={reload} />
      )}
    </>
  )
}

function PeerRow({ peer, sort }: { peer: Peer; sort: string }) {
  const { peer_id, interactions, last_seen, info_score, trust, unassessed, promise_overdue_since } = peer
  return (
    <div class="peers-row">
      <div class="peers-name">
        <div class="row">
          <a href={href('/peers', { sort, peer: peer_id })}>
            <VisibleText text={peer_id} />
          </a>
          {promise_overdue_since !== null && (
            <Badge tone="bad" title={`Overdue since ${ago(promise_overdue_since)}`}>
              broke a promise
            </Badge>
          )}
          {unassessed > 0 && <Badge tone="info">{unassessed} not judged</Badge>}
        </div>
        <div class="faint small">
          {counted(interactions, 'interaction')}, last {ago(last_seen)}
        </div>
      </div>
      <div class="peers-known" title={`Known: ${info_score} of 10`}>
        <span class="faint small">Known {info_score}</span>
        <span class="peers-meter" aria-hidden="true">
          <span style={{ width: `${10 * info_score}%` }} />
        </span>
      </div>
      <span class="peers-trust" data-sign={trust === null ? undefined : Math.sign(trust)}>
        {trust === null ? <span class="faint small">not judged</span> : `${signed(trust)}`}
      </span>
    </div>
  )
}
