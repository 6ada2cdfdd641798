// The library of a small team as it might really be: 32 skills of developers and the people around them, with texts of a
// few steps. Ranking and silence are tested on it, so a word that is changed here may move hits there.
import type { IndexedSkill } from '../../src/recall/skill-index.ts'

function skill(name: string, summary: string, content: string, lists: Partial<IndexedSkill> = {}): IndexedSkill {
  return { name, summary, triggers: [], tags: [], content, ...lists }
}

export const DEVELOPER_SKILLS: IndexedSkill[] = [
  skill(
    'mcp/email',
    'Send and search email through an MCP mail server',
    `# Email
1. Look the address up; never guess a recipient.
2. Show the draft with subject and attachments before it leaves.
3. A newsletter goes out with BCC.`,
    { triggers: ['send a mail', 'check my inbox'] },
  ),
  skill(
    'mcp/calendar',
    'Create, move and cancel appointments in a shared calendar',
    `# Calendar
1. Read the time zone of every guest.
2. Offer three free slots, then invite.
3. Recurring events: change the series, not one occurrence.`,
    { triggers: ['book a meeting'] },
  ),
  skill(
    'mcp/slack',
    'Post messages and read channels in Slack',
    `# Slack
Post as a thread, and mention a group only in an outage. Emoji reactions count as acknowledgement.`,
    { tags: ['chat'] },
  ),
  skill(
    'git/commit-message',
    'Write a commit message in the Conventional Commits style',
    `# Commit message
Subject of at most 50 characters in the imperative. A footer "BREAKING CHANGE" bumps the major version.`,
    { tags: ['git'] },
  ),
  skill(
    'git/rebase',
    'Rebase a branch onto main and resolve merge conflicts',
    `# Rebase
1. Fetch, then rebase with autosquash.
2. When lost, abort; the reflog holds everything.
3. Push with force-with-lease.`,
    { tags: ['git'] },
  ),
  skill(
    'github/review-pr',
    'Review a pull request on GitHub: read the diff, comment, approve',
    `# Review
1. Read the linked issue first.
2. Look for missing tests and unhandled errors.
3. Prefix small remarks with "nit".`,
    { tags: ['ci', 'git'], triggers: ['review this PR'] },
  ),
  skill(
    'github/release',
    'Cut a release: tag, changelog, GitHub release notes',
    `# Release
1. Collect merged pull requests since the last tag.
2. Sign the tag; attach checksums and the SBOM.`,
  ),
  skill(
    'docker/deploy',
    'Deploy a container with Docker Compose to the staging server',
    `# Deploy
1. Build for linux/amd64 and push to the registry.
2. Run "docker compose up -d" over ssh.
3. Roll back by the former digest when the healthcheck fails.`,
  ),
  skill(
    'docker/slim-image',
    'Make a Docker image smaller with multi-stage builds',
    `# Slim image
Order layers by how often they change. Start from distroless or Alpine. Measure with dive.`,
  ),
  skill(
    'k8s/debug-pod',
    'Find out why a Kubernetes pod crashes or restarts',
    `# Debug a pod
1. kubectl describe pod, then logs --previous.
2. OOMKilled means the memory limit; exit code 137.
3. Check liveness probes and the node's pressure.`,
    { triggers: ['CrashLoopBackOff'] },
  ),
  skill(
    'postgres/slow-query',
    'Explain and speed up a slow SQL query in PostgreSQL',
    `# Slow query
1. EXPLAIN (ANALYZE, BUFFERS).
2. A sequential scan on a large table wants an index; check n_distinct and vacuum.`,
    { tags: ['db', 'performance'] },
  ),
  skill(
    'postgres/migrate',
    'Write a reversible schema migration for PostgreSQL',
    `# Migration
Expand, backfill, contract. Never rename a column in one step. Set lock_timeout.`,
    { tags: ['db'] },
  ),
  skill(
    'python/virtualenv',
    'Set up a virtual environment and pin the dependencies of a Python project',
    `# Environment
Use uv. Commit the lock file; hashes guard against tampering.`,
  ),
  skill(
    'python/profile',
    'Profile a slow Python program and find its hot spots',
    `# Profile
py-spy for a running process, cProfile for a script. Read the flame graph from the widest frame.`,
    { tags: ['performance'] },
  ),
  skill(
    'cpp/cmake',
    'Set up a C++ project with CMake presets',
    `# CMake
Presets for debug, release and sanitizers. Ninja as generator; ccache in front.`,
  ),
  skill(
    'csharp/nuget',
    'Publish a C# library as a NuGet package',
    `# NuGet
Pack with SourceLink and symbols. The API key lives in the pipeline.`,
  ),
  skill('pdf/merge', 'Merge several PDF files into one', '# Merge\nqpdf --empty --pages *.pdf -- out.pdf', {
    triggers: ['combine PDFs'],
  }),
  skill('pdf/fill-form', 'Fill in the fields of a PDF form', '# Fill\nList AcroForm fields first; flatten at the end.'),
  skill(
    'excel/report',
    'Build a spreadsheet report with charts from CSV data',
    `# Report
One sheet of raw data, one pivot, one page to print. Freeze the header row.`,
    { tags: ['xlsx'] },
  ),
  skill(
    'writing/blog-post',
    'Draft a blog post in the house style, with headings and a summary',
    `# Blog post
Open with the problem. Short sentences, active voice. End with one call to action.`,
  ),
  skill('writing/translate', 'Translate a text and keep its tone', '# Translate\nKeep a glossary of terms.', {
    triggers: ['翻译文本', 'перевести текст', 'テキストを翻訳する'],
  }),
  skill(
    'travel/itinerary',
    'Plan a trip day by day with trains, hotels and cafés',
    `# Itinerary
1. Fixed points first: conference, flights.
2. Visa and vaccination rules.
3. At most two long rides a day.`,
  ),
  skill(
    'security/rotate-keys',
    'Rotate API keys and revoke the leaked ones',
    `# Rotate
1. Revoke first, then rotate; search the history with gitleaks.
2. Tell the owner, write down when it leaked.`,
    { tags: ['secrets'] },
  ),
  skill(
    'testing/flaky-tests',
    'Hunt down flaky tests in CI and quarantine them',
    `# Flaky tests
Run it 200 times with a fixed seed. Usual causes: time zones, shared ports, test order.`,
    { tags: ['ci', 'qa'] },
  ),
  skill(
    'aws/s3-sync',
    'Mirror a folder to an S3 bucket behind CloudFront',
    `# Mirror
1. aws s3 sync --delete --dryrun first.
2. Invalidate the distribution.
3. Cache-Control: immutable for hashed assets.`,
    { tags: ['cdn'] },
  ),
  skill(
    'terraform/module',
    'Write a reusable Terraform module with inputs and outputs',
    `# Module
Pin providers. Validate variables. Remote state in a locked bucket. Run tflint.`,
    { tags: ['iac'] },
  ),
  skill(
    'node/upgrade-dependencies',
    'Upgrade npm dependencies of a Node project safely',
    `# Upgrade
Patch releases in one go, majors one at a time. Read each migration guide. Run the audit afterwards.`,
    { triggers: ['npm audit fix'] },
  ),
  skill(
    'api/openapi-client',
    'Generate a typed client from an OpenAPI document',
    `# Client
Lint the YAML with spectral. Generate, never edit by hand. Contract test against a mock.`,
    { triggers: ['swagger codegen'] },
  ),
  skill(
    'incident/postmortem',
    'Write a blameless postmortem after an outage',
    `# Postmortem
1. Timeline in UTC from alerts and chat.
2. Five whys, contributing factors, no names.
3. Actions with an owner and a date.`,
    { triggers: ['RCA'] },
  ),
  skill(
    'frontend/accessibility-audit',
    'Audit a web page for accessibility: contrast, keyboard, screen reader',
    `# Accessibility
axe first, then by hand: tab order, focus ring, landmarks, alt texts, prefers-reduced-motion.`,
    { tags: ['a11y', 'wcag'] },
  ),
  skill(
    'mobile/app-store-submission',
    'Submit an iOS build to TestFlight and the App Store',
    `# Submission
Bump the build number, archive in Xcode, upload with fastlane. Screenshots in 6.7 and 5.5 inch. Answer the export
compliance question.`,
    { triggers: ['подать приложение'] },
  ),
  skill(
    'hiring/screen-resume',
    'Screen a résumé and prepare interview questions',
    `# Screening
Strip name and photo. Score against the scorecard only. Two open questions per skill.`,
  ),
]
