import { z } from 'zod'
import { isPeerId } from '../../domain/peer-interaction.ts'
import { RATIONALE_CHARS_MAX, signed, TRUST_MAX } from '../../domain/peer-trust.ts'
import { INTERACTIONS_SHOWN, PEER_ORDERS, PEERS_LISTED, PEERS_LISTED_MAX } from '../../domain/peer-view.ts'
import { SkillError } from '../../domain/skill-error.ts'
import { unknownPeer } from '../../reflection/record-assessment.ts'
import type { Command, CommandAnswer, CommandHome, Surroundings } from '../command.ts'
import { OPERATOR } from '../operator.ts'
import { oneOf, parseArgument, parseOptions, wholeNumber } from '../parse-options.ts'
import { peerListText, peerSummaryText, peerText } from '../peer-text.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'

const ACTIONS = ['list', 'show', 'summary', 'assess'] as const
const RATIONALE = { error: `1 to ${RATIONALE_CHARS_MAX} characters that say why` }
const optionsSchema = z.object({
  limit: wholeNumber(1, PEERS_LISTED_MAX).default(PEERS_LISTED),
  sort: oneOf(PEER_ORDERS).default('recent'),
  rationale: z.string(RATIONALE).trim().min(1, RATIONALE).max(RATIONALE_CHARS_MAX, RATIONALE).optional(),
})
const peerSchema = z.string({ error: 'the id of a peer' }).refine(isPeerId, { error: 'the id of a peer' })
const TRUST = { error: `a whole number from -${TRUST_MAX} to +${TRUST_MAX}` }
const trustSchema = z
  .string(TRUST)
  .regex(/^[+-]?\d{1,2}$/, TRUST)
  .transform(Number)
  .refine((trust) => Math.abs(trust) <= TRUST_MAX, TRUST)

type Asked = z.output<typeof optionsSchema>

export const ledger: Command = {
  usage: 'ledger [action] [peer] [trust]',
  summary: 'the peers on record: list, show <peer>, summary, assess <peer> <trust>',
  options: [
    ['--limit <count>', `how many peers to list (${PEERS_LISTED})`],
    ['--sort <order>', 'recent, trust or info (recent)'],
    ['--rationale <text>', 'with assess: what happened that speaks for the number'],
  ],
  help: [
    'skill-cortex ledger                      the peers met last, with what is thought of them',
    'skill-cortex ledger show <peer>          its assessments, and the last that passed',
    'skill-cortex ledger summary              how many there are, and how they stand',
    'skill-cortex ledger assess <peer> -2 --rationale "broke off twice"',
    '',
    'What you assess stands as it is; everybody else moves the trust by at most 3 at a time and 6 a day. Nothing is ever',
    'taken out: each assessment is a line of cortex/ledger.jsonl.',
  ].join('\n'),
  async run([said, id, trust], options, around) {
    const action = parseArgument('action', oneOf(ACTIONS).default('list'), said)
    const asked = parseOptions(optionsSchema, options)
    return withHome(around, options, (home) => {
      switch (action) {
        case 'list':
          return list(home, asked, around)
        case 'summary':
          return summary(home)
        case 'show':
          return show(home, parseArgument('peer', peerSchema, id), around)
        case 'assess':
          return assess(home, { id, trust, rationale: asked.rationale }, around)
      }
    })
  },
}

async function list({ ledger: book }: CommandHome, { limit, sort }: Asked, { now }: Surroundings) {
  const found = await book.peers({ limit, sort })
  return { json: found, text: peerListText(found, now()) }
}

async function summary({ ledger: book }: CommandHome): Promise<CommandAnswer> {
  const { peers, total } = await book.peers({ limit: Number.MAX_SAFE_INTEGER, sort: 'trust' })
  const assessed = peers.flatMap(({ trust }) => (trust === null ? [] : [trust]))
  const json = {
    peers: total,
    interactions: peers.reduce((sum, peer) => sum + peer.interactions, 0),
    assessed: assessed.length,
    trusted: assessed.filter((trust) => trust > 0).length,
    distrusted: assessed.filter((trust) => trust < 0).length,
    unassessed: peers.filter((peer) => peer.unassessed > 0).length,
    overdue: peers.filter((peer) => peer.promise_overdue_since !== null).length,
  }
  return { json, text: peerSummaryText(json) }
}

async function show({ ledger: book }: CommandHome, id: string, { now }: Surroundings): Promise<CommandAnswer> {
  const found = await book.peer(id, { interactions: INTERACTIONS_SHOWN })
  if (found === undefined) throw unknownPeer(id)
  return { json: found, text: peerText(found, now()) }
}

type Said = { id: string | undefined; trust: string | undefined; rationale: string | undefined }

async function assess(home: CommandHome, said: Said, around: Surroundings): Promise<CommandAnswer> {
  const peerId = parseArgument('peer', peerSchema, said.id)
  const trust = parseArgument('trust', trustSchema, said.trust)
  if (said.rationale === undefined) throw noRationale()
  await assertPerson(`ledger assess ${peerId} ${said.trust} --rationale "…"`, home, around)
  const asked = { peerId, trust, rationale: said.rationale, source: 'operator' as const }
  const { clamped: _clamped, ...assessment } = await home.ledger.recordAssessment(asked, OPERATOR.actor)
  const text = `${peerId}: trust ${signed(assessment.trust)}, info ${assessment.info_score}/10. It stands as you said.`
  return { json: { assessment }, text }
}

function noRationale(): SkillError {
  return new SkillError(
    'bad-input',
    '--rationale: expected what speaks for this number, got none',
    'Nothing was recorded. Say it with --rationale "…": it is what will be read, more than the number.',
  )
}
