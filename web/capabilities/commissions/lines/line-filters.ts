type InAddress = Readonly<Record<string, string | undefined>>;

/** Converts the filters of the address to the call's query; empty ones are left out. */
export function lineQuery(filters: InAddress) {
  return {
    ...(filters.person && { person_id: filters.person }),
    ...(filters.domain && { domain_id: filters.domain }),
    ...(filters.owed && { owed: filters.owed }),
    ...(filters.due && { due: filters.due }),
    ...(filters.state && { state: filters.state }),
    ...(filters.month && { month: filters.month }),
  };
}
