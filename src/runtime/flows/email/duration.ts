const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
] as const

/** A time in words: in whole days or hours where it is some, else in minutes, never longer than it is. */
export function duration(seconds: number): string {
  const unit = units.find(({ seconds: one }) => seconds >= one && seconds % one === 0) ?? units[2]
  const count = Math.floor(seconds / unit.seconds)
  if (count < 1) return 'less than a minute'
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}
