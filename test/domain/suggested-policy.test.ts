import { expect, test } from 'vitest'
import { reviewFacts } from '../../src/domain/review-facts.ts'
import { bareSkill, type Policy } from '../../src/domain/skill.ts'
import { suggestedPolicy } from '../../src/domain/suggested-policy.ts'

const none: Policy = { tools: [], domains: [], credentials: [], sideEffects: [] }
const suggested = (content: string, policy = none) =>
  suggestedPolicy(reviewFacts({ ...bareSkill('mail', content, '2026-11-22T10:00:00.000Z'), policy }))

const CURL = '```sh\ncurl -H "Key: $MAIL_API_KEY" https://api.agentmail.to/v1\n```\n'

test('what the text shows and the policy does not say is suggested', () => {
  expect(suggested(CURL)).toEqual({
    ...{ tools: ['Bash'], domains: ['api.agentmail.to'], credentials: ['MAIL_API_KEY'], sideEffects: ['shell:curl'] },
  })
})

test('what is declared is not suggested again', () => {
  const domains = ['*.agentmail.to']
  expect(suggested(CURL, { ...none, tools: ['Bash'], domains })).toEqual({ ...none, credentials: ['MAIL_API_KEY'] })
})

test('what could not stand in a policy is none: an address, a single word', () => {
  expect(suggested('See http://127.0.0.1:8080/ and http://intranet/ and http://192.0.2.7/x.\n')).toBeUndefined()
})

test('a text that shows nothing suggests nothing', () => {
  expect(suggested('# Tea\n\n1. Boil the water.\n')).toBeUndefined()
})
