// What a fault test needs of the machine. A test whose needs are not met is reported as not run, with the reason; it is
// never green by not having looked.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import type { TestContext } from 'vitest'

/** Undefined when met, else the reason why the test cannot run here. */
export type Need = () => string | undefined

export function skipUnless(ctx: TestContext, ...needs: Need[]): void {
  const reasons = needs.flatMap((need) => need() ?? [])
  if (reasons.length === 0) return
  const reason = reasons.join('; ')
  console.log(`NOT RUN: ${ctx.task.name}: ${reason}`)
  ctx.skip(reason)
}

export const linux: Need = () => (process.platform === 'linux' ? undefined : 'needs Linux')

export const root: Need = () => (process.getuid?.() === 0 ? undefined : 'needs root')

export function program(name: string, packageName: string): Need {
  return () => {
    const folders = (process.env.PATH ?? '').split(':')
    return folders.some((folder) => existsSync(`${folder}/${name}`)) ? undefined : `needs ${name} (${packageName})`
  }
}

// Containers often forbid tracing although the program is there.
export const strace: Need = () =>
  linux() ??
  program('strace', 'package strace')() ??
  (runs('strace', '-o', '/dev/null', 'true') ? undefined : 'needs the right to trace processes')

/** Root alone is not enough in a container. */
export const mounts: Need = () =>
  linux() ?? root() ?? (runs('unshare', '-m', 'true') ? undefined : 'needs the right to mount')

export const loopDevices: Need = () => (existsSync('/dev/loop-control') ? undefined : 'needs loop devices')

/** In the kernel, or a module that can be loaded. */
export function fileSystem(name: string): Need {
  return () => {
    const known = () => readFileSync('/proc/filesystems', 'utf8').includes(`\t${name}\n`)
    return linux() ?? (known() || runs('modprobe', name) ? undefined : `needs ${name} in the kernel`)
  }
}

export function writable(path: string): Need {
  return () => {
    try {
      accessSync(path, constants.W_OK)
      return undefined
    } catch (error) {
      return `needs to write ${path} (${(error as NodeJS.ErrnoException).code})`
    }
  }
}

function runs(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** The library that fakes the clock of a process, or undefined. */
export function libFaketime(): string | undefined {
  if (!existsSync('/usr/lib')) return undefined
  const folders = ['', ...readdirSync('/usr/lib')]
  return folders.map((folder) => `/usr/lib/${folder}/faketime/libfaketime.so.1`).find((path) => existsSync(path))
}

export const faketime: Need = () => (libFaketime() === undefined ? 'needs libfaketime (package faketime)' : undefined)
