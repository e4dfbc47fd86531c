import type { Words } from '../pages/words.js'

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** Returns a duration in words, such as `1 day`. Days and hours are used only if they are exact. */
export function durationInWords(seconds: number, { tag, texts }: Pick<Words, 'tag' | 'texts'>): string {
  const { unit, seconds: one } =
    UNITS.find(({ seconds: each }) => seconds >= each && seconds % each === 0) ?? UNITS[2]
  const count = Math.floor(seconds / one)
  if (count < 1) return texts['mail.lessThanAMinute']
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
