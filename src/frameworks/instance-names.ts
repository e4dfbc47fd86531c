import type { UseHandlers } from '../builder/auth.js'

/*
 * Names that users may try on an instance, but that its framework does not have. They are private and do not
 * exist at run time. Editors do not suggest them. TypeScript's error contains the class name, which says what to use instead.
 */

/** Names for Next.js. */
export declare class UseHandlersInstead extends UseHandlers {
  private handler?
}

/** Names for SvelteKit. */
export declare class UseHandle {
  private GET?
  private POST?
  private handler?
  private handlers?
}

/** Names for SolidStart. */
export declare class UseGetAndPost {
  private handler?
  private handlers?
}
