// What a message says of what was just done. The right column is what a reader would say who must not be wrong: where a
// message may also be a new request, it says nothing.
import { describe, expect, test } from 'vitest'
import { feedbackIn } from '../../src/domain/correction.ts'

describe('a correction', () => {
  test.each([
    'no',
    'No.',
    'no!!',
    'NO, not that one',
    'No, the other branch',
    'no not that file',
    'no you should use the staging server',
    'no wait',
    "no don't touch the config",
    '  - no: main, please',
    'Nope, still the old text',
    'No - main, please',
    'Wait, no.',
    'hmm no, the second one',
    'Sorry, I meant the French version',
    'wrong',
    'Wrong file.',
    'wrong branch, use main',
    "That's wrong",
    'that’s wrong, it is due on Friday',
    'This is the wrong invoice',
    'That was incorrect',
    "that's not what I asked for",
    'That is not right, the total is 40',
    "That isn't how we do it",
    "it wasn't the right folder",
    'Not what I wanted',
    'I told you to leave the tests alone',
    'I already asked you to stop',
    'I said staging, not production',
    "I said you shouldn't push",
    'I meant the other account',
    "I didn't mean that",
    'i did not ask for a rewrite',
    "I didn't want that",
    'undo',
    'Undo that.',
    'please undo it',
    'Revert this, please',
    'Revert your last change',
    'undo what you did to the readme',
    'stop',
    'Stop that!',
    'stop doing that',
    "please don't do that again",
    'Why did you delete the tests?',
    'Why are you editing that file?',
    'You misunderstood me',
    'You should have asked first',
    "you shouldn't have pushed",
    'You forgot the migration',
    'you broke the build',
  ])('%j', (message) => {
    expect(feedbackIn(message)).toBe('correction')
  })
})

describe('praise', () => {
  test.each([
    'Thanks!',
    'thank you',
    'Thank you so much.',
    'thanks a lot, have a nice day',
    'Perfect.',
    'great!',
    'Excellent',
    'Exactly.',
    'Great job!',
    'nice work',
    'well done',
    'That works.',
    'it works now',
    'That worked perfectly!',
    'Works great, thanks',
    'that fixed it',
    'That did the trick!',
    "That's perfect",
    "that's exactly what I wanted, thank you",
    '**Perfect!** Please commit it.',
    'Great! The next one is about mail.',
  ])('%j', (message) => {
    expect(feedbackIn(message)).toBe('praise')
  })
})

describe('neither', () => {
  test.each([
    '',
    '   ',
    'Send an invoice to the customer',
    // "no" that takes nothing back.
    'No idea how to rotate a certificate',
    'No tests run in CI, why?',
    'no worries, take your time',
    'No problem.',
    'No need to hurry',
    'No, thanks',
    'no thank you',
    'No, go ahead',
    'No, continue with the second part',
    "No, that's all",
    'No-code tools for a landing page',
    'Nothing happens when I click save',
    'November report, please',
    'Note down what we decided',
    // "wrong", "not", "stop" and "undo" as the matter itself.
    'Wrong password error on login',
    'Wrong total on the invoice of May',
    'Wrongly sorted list in the dashboard',
    'Is that wrong?',
    "That's not a problem",
    "that isn't urgent",
    'It is not clear to me how leases work',
    'Stop the staging server',
    'Stop words: how do we treat them?',
    'Undo button does not work',
    'Revert the release of Monday',
    "Don't send it before noon",
    // What somebody said or asked elsewhere.
    'I asked for a refund; write a follow-up',
    'I said yes to the offer, draft an answer',
    'I meant to ask how backups work',
    'I did not sleep well, plan a light day',
    'I did not want to call them, so write a mail',
    'You can find the log in /tmp',
    'Why did the deploy fail?',
    'What should you have done?',
    // Praise that is none.
    'Great, now the build fails',
    'Perfect, but the date is wrong',
    'Thanks, however it still fails',
    'That works, except on Windows',
    'Great Expectations: write a summary',
    'Perfect forwarding in C++, explain',
    'Exactly once delivery with a queue',
    'Thanks for the invite, decline it politely',
    'Thanks in advance for a list of hotels',
    'Thanksgiving dinner for ten',
    'That works?',
    'It works on my machine and fails in CI',
    'Excellent wines of Spain',
    'Works of Shakespeare, as a list',
    // Later in the message.
    'Deploy it. No, not to production.',
    // Other languages, where these letters are other words.
    'no sé cómo enviar la factura',
    'No puedo abrir el archivo',
    '发送 no, wrong',
    'nein, das andere',
  ])('%j', (message) => {
    expect(feedbackIn(message)).toBeUndefined()
  })
})

test('of a pasted log only the beginning is read', () => {
  expect(feedbackIn(`no${' '.repeat(300_000)}`)).toBe('correction')
  expect(feedbackIn(`${' '.repeat(300_000)}no`)).toBe('correction')
  expect(feedbackIn(`${'x'.repeat(300)} no, not that`)).toBeUndefined()
})
