import { Option } from 'commander'
import { EngramError } from '../../errors.ts'

export function dataOption(): Option {
  return new Option('--data <path>', 'the file, or the folder of a set of several').makeOptionMandatory()
}

/** One of the names, or an error that lists them. */
export function oneOf<Name extends string>(names: readonly Name[], given: string, field: string): Name {
  const known = names.find(name => name === given)
  if (known !== undefined) return known
  throw new EngramError('bad_input', `${field}: expected ${names.join(', ')}, got "${given}".`, { field })
}
