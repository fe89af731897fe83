/** As the clock of this machine shows it, with its offset: what "yesterday" counts from. */
export function localTime(date: Date): string {
  const offset = -date.getTimezoneOffset()
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 16)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map(part => String(part).padStart(2, '0'))
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}
