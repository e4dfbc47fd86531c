import { type Installed, installMajor } from './install-major.js'

export type { Installed }

/** A major version of SolidStart. */
export type Major = 1 | 2

export function installSolidStart(major: Major): Promise<Installed> {
  return installMajor('solid-start', major)
}
