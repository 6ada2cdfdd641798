// The names of the skills there are, for the lists that name others.
import { api } from '../../api.ts'
import { useResource } from '../../resource.ts'

const NAMES_MAX = 500

export function useNames(): string[] {
  const { data } = useResource(
    'names',
    (signal) => api.get<{ skills: { name: string }[] }>('/api/skills', { limit: NAMES_MAX }, signal),
    ['skill.changed'],
  )
  return data?.skills.map(({ name }) => name) ?? []
}
