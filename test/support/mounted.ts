// A home with mounted folders, as one process opens it.
import { mkdirSync } from 'node:fs'
import type { Mount } from '../../src/domain/mount.ts'
import type { HomeLayout } from '../../src/files/home-layout.ts'
import { openMountBook } from '../../src/store/mount-book.ts'
import { withMounts } from '../../src/store/mounted-store.ts'
import { storeOn } from './file-store.ts'
import { tempHome } from './temp-home.ts'

/** @param mounts in their order. */
export async function mountedHome(mounts: readonly Mount[]): Promise<HomeLayout> {
  const layout = tempHome()
  mkdirSync(layout.skills)
  await remount(layout, mounts)
  return layout
}

/** What a person does with `mount` and `unmount`, without their rules. */
export async function remount(layout: HomeLayout, mounts: readonly Mount[]): Promise<void> {
  await openMountBook(layout).update(() => ({ mounts: [...mounts], result: undefined }))
}

export function mountedOn(layout: HomeLayout) {
  return withMounts(storeOn(layout), openMountBook(layout))
}
