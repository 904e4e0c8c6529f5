package org.hybridlab.terminal;

import java.time.Duration;

/** Time since a moment, for people: "40 s", "12 min", "3 h", "5 days". */
public final class Age {
    private Age() {
    }

    public static String of(Duration age) {
        if (age.toSeconds() < 120) {
            return Math.max(0, age.toSeconds()) + " s";
        }
        if (age.toMinutes() < 120) {
            return age.toMinutes() + " min";
        }
        return age.toHours() < 48 ? age.toHours() + " h" : age.toDays() + " days";
    }
}
