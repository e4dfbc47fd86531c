export function booleanValue(value: string | undefined): boolean | 'invalid' | undefined {
  switch (value?.trim().toLowerCase()) {
    case undefined:
    case '':
      return undefined
    case 'true':
    case '1':
    case 'yes':
    case 'on':
      return true
    case 'false':
    case '0':
    case 'no':
    case 'off':
      return false
    default:
      return 'invalid'
  }
}
