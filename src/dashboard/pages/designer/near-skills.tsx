// The skills that say nearly the same as what is being written, looked for while a person types.
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Notice } from '../../components/states.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { asApiError } from '../../resource.ts'
import { href } from '../../router.ts'
import { percent } from '../../wording.ts'
import type { Form } from './form.ts'

export type Near = { name: string; summary: string; similarity: number }

const PAUSE_MS = 500

/** @param isWatching only for a new skill: of one that stands it was said when it was made. */
export function useNear({ name, summary, content }: Form, isWatching: boolean): Near[] {
  const [near, setNear] = useState<Near[]>([])
  useEffect(() => {
    if (!isWatching || content.trim() === '') return setNear([])
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const body = { content, ...(name !== '' && { name }), ...(summary !== '' && { summary }) }
      api.post<{ near: Near[] }>('/api/skills/near', body, { signal: controller.signal }).then(
        (answer) => setNear(answer.near),
        (error: unknown) => {
          // A warning that cannot be had keeps nobody from writing.
          if (asApiError(error).status !== 0) setNear([])
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isWatching, name, summary, content])
  return near
}

export function NearNotice({ near }: { near: readonly Near[] }) {
  if (near.length === 0) return null
  return (
    <Notice tone="warn">
      <p>This says nearly the same as what is there. Changing that one is mostly better than a second one beside it.</p>
      <ul>
        {near.map(({ name, summary, similarity }) => (
          <li key={name}>
            <a href={href(`/design/${name}`)}>{name}</a> <span class="faint">{percent(similarity)} alike</span>{' '}
            <VisibleText text={summary} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
