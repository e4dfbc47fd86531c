/** The icon of both servers: a shield with a tick. */
export const favicon: string =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#fff" stroke-width="2.5">' +
  '<path fill="#3a4bd8" stroke="none" d="M12 1 3 5v6c0 5.5 4 9.5 9 12 5-2.5 9-6.5 9-12V5z"/><path d="m8 12 3 3 5-6"/></svg>'
