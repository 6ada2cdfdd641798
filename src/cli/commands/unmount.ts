import { shown } from '../../domain/skill-error.ts'
import { unmount } from '../../packages/mounting.ts'
import type { Command } from '../command.ts'
import { assertPerson } from '../person.ts'
import { withHome } from '../with-home.ts'
import { counted } from '../wording.ts'

export const unmountCommand: Command = {
  usage: 'unmount <source>',
  summary: 'stop serving a mounted folder; nothing in it is touched, and its records stay',
  help: 'Sources are listed by: skill-cortex mount. Mounted again, its skills stand as they stood before.',
  async run([source = ''], options, around) {
    return withHome(around, options, async (home) => {
      await assertPerson(`unmount ${shown(source)}`, home, around)
      const before = home.shelf.size()
      const { path } = await unmount(source, home.mounts)
      await home.shelf.lookAround()
      const gone = before - home.shelf.size()
      const text = `Unmounted ${path}: ${counted(gone, 'skill')} less. Nothing in the folder was changed.`
      return { json: { source, path, gone }, text }
    })
  },
}
