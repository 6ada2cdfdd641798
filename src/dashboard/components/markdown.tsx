// Markdown that somebody else wrote, shown. What makes it harmless is markdown-html.ts.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { markdownFragment } from './markdown-html.ts'

export function Markdown({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    element.current?.replaceChildren(markdownFragment(text))
  }, [text])
  return <div ref={element} class="markdown" />
}
