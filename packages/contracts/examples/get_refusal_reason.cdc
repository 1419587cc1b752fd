import "ExampleMarketplace"

/// Why the marketplace does not serve a buyer or a seller now, nil when it does: for a front end, before anybody pays.
access(all) fun main(address: Address): String? {
    return ExampleMarketplace.getRefusalReason(address)
}
