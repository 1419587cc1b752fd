import "ExampleMarketplace"

/// Why the marketplace does not sell to an address now, nil when it does: for a front end, before anybody pays.
access(all) fun main(buyer: Address): String? {
    return ExampleMarketplace.getRefusalReason(buyer)
}
