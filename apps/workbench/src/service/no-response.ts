/** The message for users if the service does not respond. In a file of its own, because the first view shows it. */
export const NO_RESPONSE = 'The service behind this page does not respond';
