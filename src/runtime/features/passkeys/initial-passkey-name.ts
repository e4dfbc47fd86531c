import type { App, Exchange } from '../../core/object-lifetimes.js'
import { deviceOf } from '../../core/sessions/device.js'
import { deviceName } from '../../core/sessions/device-name.js'

/** Returns the name of a passkey until the user renames it, such as `Firefox, Windows, 2026-11-29`. */
export function initialPasskeyName(app: App, { request }: Exchange): string {
  const day = new Date(app.clock()).toISOString().slice(0, 10)
  const device = deviceName(deviceOf(request, app).userAgent)
  return device === undefined ? day : `${device}, ${day}`
}
