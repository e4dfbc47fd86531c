// A page of which the server knows nothing is not asked for when somebody comes to it by a link.
export const load = () => ({})
