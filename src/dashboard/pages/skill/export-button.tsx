// Takes a skill out as the SKILL.md that other programs read: a file for the person who looks.
import { api } from '../../api.ts'
import { Icon } from '../../components/icon.tsx'
import { attempt } from '../../components/toast.tsx'

export function ExportButton({ name }: { name: string }) {
  const take = async () => {
    const exported = await attempt(() => api.post<{ file: string; text: string }>('/api/skills/export', { name }))
    if (exported !== undefined) saveAs(exported.file, exported.text)
  }
  return (
    <button
      type="button"
      class="button"
      data-kind="quiet"
      title="The text in force, as other programs read it"
      onClick={() => void take()}
    >
      <Icon name="file" />
      Save as SKILL.md
    </button>
  )
}

function saveAs(file: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  const link = document.createElement('a')
  link.href = address
  link.download = file
  link.click()
  // The browser has taken its own copy by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
