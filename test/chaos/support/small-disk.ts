import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk of a few megabytes that a test fills. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk except for this number of bytes. */
  fill(leaves?: number): void
  /** Frees the space that `fill` used. */
  free(): void
  readOnly(on: boolean): void
  /** The same disk, mounted read-only in another folder. Files in the first folder may stay open. */
  readOnlyView(): ReadOnlyView
  remove(): void
}

/** A disk in a folder that is mounted read-only. */
export interface ReadOnlyView {
  readonly folder: string
  allowWrites(): void
  remove(): void
}

function readOnlyView(of: string): ReadOnlyView {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-disk-'))
  const mount = (...args: string[]) => execFileSync('mount', [...args, folder], { stdio: 'pipe' })
  mount('--bind', of)
  mount('-o', 'remount,bind,ro')
  return {
    folder,
    allowWrites: () => void mount('-o', 'remount,bind,rw'),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
      rmdirSync(folder)
    },
  }
}

/** Mounts a disk in memory. Throws if this process may not mount one. */
export function smallDisk(bytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0777`, 'tmpfs', folder], { stdio: 'pipe' })
  const filler = path.join(folder, 'filler')
  const room = (): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    fill(leaves = 0) {
      const size = Math.max(0, room() - leaves)
      writeFileSync(filler, Buffer.alloc(size))
    },
    free: () => rmSync(filler, { force: true }),
    readOnly: (on) => {
      execFileSync('mount', ['-o', `remount,${on ? 'ro' : 'rw'}`, folder], { stdio: 'pipe' })
    },
    readOnlyView: () => readOnlyView(folder),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
      rmdirSync(folder)
    },
  }
}

/** Whether this process may mount a disk. Root may in most places. */
export function mayMount(): boolean {
  try {
    smallDisk(65_536).remove()
    return true
  } catch {
    return false
  }
}

/** Like {@link mayMount}, but if `CI` is set, the process must be able to mount a disk. */
export function canMount(): boolean {
  const may = mayMount()
  if (!may && process.env['CI'])
    throw new Error(
      'Cannot mount a small disk, which is required if `CI` is set. Run the tests as root, or unset `CI`.',
    )
  return may
}
