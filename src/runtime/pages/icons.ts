import { type Html, html } from '../http/html.js'

/** An exclamation mark in a circle. */
export const alertIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5"/><path d="M12 16.4v.1"/></svg>`

/** A key. */
export const keyIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<circle cx="8" cy="15.5" r="4.5"/><path d="m11.3 12.3 8.2-8.3M15.5 8l3 3M18.5 5l2 2"/></svg>`

/** An envelope. */
export const envelopeIcon: Html = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m3.8 7 8.2 6.2L20.2 7"/></svg>`
