// The text of a skill as a piece of document that can do nothing: marked makes HTML of it, DOMPurify lets through what
// only shows, and what is left is walked once more. HTML in the text is shown as text; pictures are named, never fetched;
// links of the web open elsewhere and tell nobody where they were; characters that hide are marked.
import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { printable } from '../../domain/printable.ts'

const TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong', 'del', 'a', 'span'],
]
const ATTRIBUTES = ['href', 'start', 'align', 'data-to']
// As domain/printable.ts writes them.
const MARK = /<U\+[0-9A-F]{4,6}>/
const URL_CHARS_SHOWN = 120

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text, block }) => (block ? `<pre>${escaped(text)}</pre>` : escaped(text)),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      return isOfWeb(href)
        ? `<a href="${escaped(href)}">${words}</a>`
        : `<span data-to="${escaped(href)}">${words}</span>`
    },
    image: ({ href, text }) => `<span data-to="${escaped(href)}">[picture: ${escaped(text || 'without words')}]</span>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
})

/** Costs about 5 ms for 50 kB. */
export function markdownFragment(text: string): DocumentFragment {
  const html = marked.parse(printable(text), { async: false })
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    // Read as words and shown, never followed.
    ADD_URI_SAFE_ATTR: ['data-to'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) settleLink(link)
  for (const inert of fragment.querySelectorAll<HTMLElement>('[data-to]')) tellTarget(inert, inert.dataset.to ?? '')
  // Reached by keyboard, since it may scroll.
  for (const block of fragment.querySelectorAll('pre')) block.tabIndex = 0
  markHidden(fragment)
  return fragment
}

// Only addresses of the web lead anywhere, and where they lead is said: the words of a link may say anything.
function settleLink(link: HTMLAnchorElement): void {
  const to = link.getAttribute('href') ?? ''
  link.className = 'outside'
  link.rel = 'noopener noreferrer nofollow'
  link.target = '_blank'
  if (link.textContent !== to) tellTarget(link, to)
}

function isOfWeb(to: string): boolean {
  return /^https?:\/\//i.test(to)
}

function tellTarget(beside: HTMLElement, to: string): void {
  const told = document.createElement('span')
  told.className = 'outside-to'
  told.textContent = ` (${to.length > URL_CHARS_SHOWN ? `${to.slice(0, URL_CHARS_SHOWN)}…` : to})`
  beside.after(told)
  beside.removeAttribute('data-to')
}

// A character can also come in as an entity, so it is looked for in what was made, not only in what was written.
function markHidden(fragment: DocumentFragment): void {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const node of texts) {
    const text = printable(node.data)
    if (!MARK.test(text)) continue
    const parts = text.split(new RegExp(`(${MARK.source})`))
    node.replaceWith(...parts.map((part, i) => (i % 2 === 0 ? part : markOf(part))))
  }
}

function markOf(part: string): HTMLElement {
  const mark = document.createElement('mark')
  mark.className = 'hidden-character'
  mark.title = 'A character that cannot be seen'
  mark.textContent = part.slice(1, -1)
  return mark
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
