// What a person would expect of a small, real library, and why each hit stands where it stands. A hit that moves
// here is a decision: change the reason, or the ranking.
import { describe, expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import type { IndexedSkill } from '../../src/recall/skill-index.ts'
import { skill } from './skill-index.contract.ts'

const LIBRARY: IndexedSkill[] = [
  skill('mcp/email', 'Send and search email through an MCP mail server', {
    triggers: ['send a mail', 'check my inbox'],
  }),
  skill('mcp/calendar', 'Create, move and cancel appointments in a shared calendar', { triggers: ['book a meeting'] }),
  skill('mcp/slack', 'Post messages and read channels in Slack', { tags: ['chat'] }),
  skill('git/commit-message', 'Write a commit message in the Conventional Commits style', { tags: ['git'] }),
  skill('git/rebase', 'Rebase a branch onto main and resolve merge conflicts', { tags: ['git'] }),
  skill('github/review-pr', 'Review a pull request on GitHub: read the diff, comment, approve', {
    tags: ['ci', 'git'],
  }),
  skill('github/release', 'Cut a release: tag, changelog, GitHub release notes'),
  skill('docker/deploy', 'Deploy a container with Docker Compose to the staging server'),
  skill('docker/slim-image', 'Make a Docker image smaller with multi-stage builds'),
  skill('k8s/debug-pod', 'Find out why a Kubernetes pod crashes or restarts', { triggers: ['CrashLoopBackOff'] }),
  skill('postgres/slow-query', 'Explain and speed up a slow SQL query in PostgreSQL', { tags: ['db', 'performance'] }),
  skill('postgres/migrate', 'Write a reversible schema migration for PostgreSQL', { tags: ['db'] }),
  skill('python/virtualenv', 'Set up a virtual environment and pin the dependencies of a Python project'),
  skill('python/profile', 'Profile a slow Python program and find its hot spots', { tags: ['performance'] }),
  skill('cpp/cmake', 'Set up a C++ project with CMake presets'),
  skill('csharp/nuget', 'Publish a C# library as a NuGet package'),
  skill('pdf/merge', 'Merge several PDF files into one', { triggers: ['combine PDFs'] }),
  skill('pdf/fill-form', 'Fill in the fields of a PDF form'),
  skill('excel/report', 'Build a spreadsheet report with charts from CSV data', { tags: ['xlsx'] }),
  skill('writing/blog-post', 'Draft a blog post in the house style, with headings and a summary'),
  skill('writing/translate', 'Translate a text and keep its tone', { triggers: ['翻译文本', 'перевести текст'] }),
  skill('travel/itinerary', 'Plan a trip day by day with trains, hotels and cafés'),
  skill('security/rotate-keys', 'Rotate API keys and revoke the leaked ones', { tags: ['secrets'] }),
  skill('testing/flaky-tests', 'Hunt down flaky tests in CI and quarantine them', { tags: ['ci', 'qa'] }),
]

type Expected = [name: string, because: string]

// A message with no hits is about nothing in here: silence is right.
const QUERIES: [message: string, hits: Expected[]][] = [
  [
    'can you send an email to Anna please',
    [
      [
        'mcp/email',
        '"email" in name and summary, "send" in summary and trigger; "Anna" is unknown, the rest are stop words',
      ],
    ],
  ],
  [
    'combine these two pdfs',
    [
      ['pdf/merge', '"combine" stands in its trigger, "pdf" in name, summary and trigger'],
      ['pdf/fill-form', '"pdf" in name and summary, and nothing else'],
    ],
  ],
  [
    'merge',
    [
      ['pdf/merge', 'in the name, which counts three times, and in the summary'],
      ['git/rebase', 'in the summary only'],
    ],
  ],
  [
    'resolve the merge conflict in my branch',
    [
      ['git/rebase', 'four terms of its summary beat one in a name'],
      ['pdf/merge', '"merge" alone, though in its name'],
    ],
  ],
  [
    'review the pull request on github',
    [
      ['github/review-pr', 'all four terms, "review" and "github" in the name too'],
      ['github/release', '"github" only'],
    ],
  ],
  [
    'write the release notes for GitHub',
    [
      ['github/release', '"release" and "GitHub" in the name, "notes" in the summary'],
      ['github/review-pr', 'GitHub in name and summary, in one piece and in parts'],
      ['git/commit-message', '"Git" of GitHub in name and tag, and "write"'],
      ['git/rebase', '"Git" of GitHub in name and tag'],
      ['writing/translate', '"write" in its name; before writing/blog-post, which is longer'],
    ],
  ],
  [
    'git',
    [
      ['git/rebase', 'name and tag'],
      ['git/commit-message', 'name and tag too, but it is longer'],
      ['github/review-pr', 'tag, and a part of GitHub'],
      ['github/release', 'a part of GitHub'],
    ],
  ],
  [
    'my query is slow',
    [
      ['postgres/slow-query', 'both terms in name and summary'],
      ['python/profile', '"slow" in the summary'],
    ],
  ],
  [
    'profiling a slow python script',
    [
      ['python/profile', '"profile" and "python" in name and summary, "slow" in the summary'],
      ['python/virtualenv', '"python", which two skills hold'],
      ['postgres/slow-query', '"slow", which two skills hold as well, but it is longer'],
    ],
  ],
  [
    'performance',
    [
      ['python/profile', 'the tag'],
      ['postgres/slow-query', 'the tag, among more words'],
    ],
  ],
  [
    'db migration',
    [
      ['postgres/migrate', '"migrate" in name and summary by its stem, "db" as a tag'],
      ['postgres/slow-query', '"db" as a tag'],
    ],
  ],
  [
    'set up a new C++ project',
    [
      ['cpp/cmake', 'C++ is a term of its own, and it sets up a project'],
      ['python/virtualenv', 'sets up a project, but not in C++'],
    ],
  ],
  ['publish the C# package', [['csharp/nuget', 'C# is a term of its own; cpp/cmake does not share it']]],
  [
    'the pod is in CrashLoopBackOff again',
    [
      [
        'k8s/debug-pod',
        '"pod" in the name; the parts of CrashLoopBackOff in the trigger, "crash" in the summary as well',
      ],
    ],
  ],
  [
    'K8s pods restarting',
    [['k8s/debug-pod', 'K8s is a term although its parts are too short to be; plural and -ing by the stem']],
  ],
  [
    'docker image is too large, make it smaller',
    [
      ['docker/slim-image', '"docker" and "image" in name and summary, "make" and "smaller" in the summary'],
      ['docker/deploy', '"docker" in name and summary'],
      ['cpp/cmake', '"make" is a part of CMake: wrong, and the price of splitting words; it comes last'],
    ],
  ],
  [
    'deploy to staging',
    [
      ['docker/deploy', '"deploy" in name and summary, "staging" in the summary'],
      ['docker/slim-image', '"multi-stage" has the stem of "staging"'],
    ],
  ],
  [
    'CI is red because of a flaky test',
    [
      ['testing/flaky-tests', '"flaky" and "test" in the name, "CI" in summary and tag'],
      ['github/review-pr', '"ci" as a tag: a two-letter word is a term'],
    ],
  ],
  [
    'I leaked an API key, what now?',
    [['security/rotate-keys', '"key" in name and summary, "API" and "leaked" in the summary']],
  ],
  ['book a meeting with the team on Tuesday', [['mcp/calendar', 'its trigger; no word of name or summary matches']]],
  [
    'find a nice cafe in Lisbon for our trip',
    [
      ['travel/itinerary', '"cafés" without its accent, and "trip"'],
      ['python/profile', '"find": a poor hit, of low coverage'],
      ['k8s/debug-pod', '"find", among more words'],
    ],
  ],
  ['翻译这段文本', [['writing/translate', 'two of the pairs of characters in its Chinese trigger']]],
  ['нужно перевести текст', [['writing/translate', 'two words of its Russian trigger']]],
  ['how are you today', []],
  ['bake a chocolate cake', []],
]

describe.each(['bm25f', 'wink'] as const)('%s ranks a real library', (engine) => {
  const index = createSkillIndex(engine)
  for (const each of LIBRARY) index.upsert(each)

  test.each(QUERIES)('%s', (message, hits) => {
    expect(index.search(message, 5).map(({ name }) => name)).toEqual(hits.map(([name]) => name))
  })

  test('the poor hit of a message is told from the good one by what it covers', () => {
    const [trip, profile] = index.search('find a nice cafe in Lisbon for our trip', 2)
    expect(trip?.coverage).toBeGreaterThan(2 * profile!.coverage)
  })
})
