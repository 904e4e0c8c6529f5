package org.hybridlab.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserEnvironmentTest {
    @AfterEach
    void asItWas() {
        System.clearProperty(UserEnvironment.LOCALE);
        System.clearProperty(UserEnvironment.LANGUAGE);
    }

    @Test
    void children_getTheUsersLocaleBack() {
        System.setProperty(UserEnvironment.LOCALE, "POSIX");

        assertThat(UserEnvironment.of(Map.of("LC_ALL", "C.UTF-8", "A", "b")))
                .isEqualTo(Map.of("LC_ALL", "POSIX", "A", "b"));
        assertThat(localeOfAChild()).isEqualTo("POSIX");
    }

    @Test
    void children_getTheUsersLanguageBack() {
        System.setProperty(UserEnvironment.LANGUAGE, "de:fr");

        assertThat(UserEnvironment.of(Map.of("LANGUAGE", "C"))).isEqualTo(Map.of("LANGUAGE", "de:fr"));
    }

    @Test
    void whoHadNoneGetsNone() {
        System.setProperty(UserEnvironment.LOCALE, "");

        assertThat(UserEnvironment.of(Map.of("LC_ALL", "C.UTF-8"))).isEmpty();
        assertThat(localeOfAChild()).isEqualTo("none");
    }

    @Test
    void environment_withoutLaunchersWord_isTheUsers() {
        assertThat(UserEnvironment.of(Map.of("LC_ALL", "C"))).isEqualTo(Map.of("LC_ALL", "C"));
    }

    /** Java's own copy of it tells cases apart, and Windows does not: there the path is called Path. */
    @Test
    void windowsNames_areFound_inAnyCase() {
        assertThat(UserEnvironment.of(Map.of("Path", "C:\\bin"), true)).containsEntry("PATH", "C:\\bin");
        assertThat(UserEnvironment.of(Map.of("Path", "C:\\bin"), false)).doesNotContainKey("PATH");
    }

    /** Where kubectl and Vagrant look, whatever the list of users says. */
    @Test
    void home_isWhereTheVariableSays() {
        assertThat(UserEnvironment.home(Map.of("HOME", "/github/home"))).hasToString("/github/home");
        assertThat(UserEnvironment.home(Map.of("HOME", "relative"))).hasToString(System.getProperty("user.home"));
        assertThat(UserEnvironment.home(Map.of())).hasToString(System.getProperty("user.home"));
    }

    private static String localeOfAChild() {
        return new LocalProcesses().run(Command.of("sh", "-c", "echo ${LC_ALL-none}"), new Cancellation()).stdout()
                .strip();
    }
}
