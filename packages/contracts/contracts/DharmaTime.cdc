/// Block times as people read them.
access(all) contract DharmaTime {

    /// Unix seconds as '2026-11-23 12:00 UTC', cut to the minute.
    access(all) view fun formatMinute(_ seconds: UInt64): String {
        let minutes = seconds / 60
        return "\(self.formatDay(minutes / 1440)) \(self.pad(minutes / 60 % 24)):\(self.pad(minutes % 60)) UTC"
    }

    /// Days since 1970-01-01 as '2026-11-23'. Counts in eras of 400 years that begin on 1 March, so that a leap day is
    /// the last day of its year (H. Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days).
    access(self) view fun formatDay(_ days: UInt64): String {
        // From 0000-03-01 to 1970-01-01 in the proleptic Gregorian calendar.
        let shifted = days + 719468
        let dayOfEra = shifted % 146097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
        let dayOfYear = dayOfEra + yearOfEra / 100 - yearOfEra / 4 - yearOfEra * 365
        let marchMonth = (dayOfYear * 5 + 2) / 153
        let day = dayOfYear + 1 - (marchMonth * 153 + 2) / 5
        let isNextYear = marchMonth >= 10
        let month = isNextYear ? marchMonth - 9 : marchMonth + 3
        let year = shifted / 146097 * 400 + yearOfEra + (isNextYear ? 1 : 0)
        return "\(year)-\(self.pad(month))-\(self.pad(day))"
    }

    access(self) view fun pad(_ number: UInt64): String {
        return number < 10 ? "0\(number)" : "\(number)"
    }
}
