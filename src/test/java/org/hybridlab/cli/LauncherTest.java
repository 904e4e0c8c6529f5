package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real launcher in an unpacked release or a clone, with a Java that only tells what it was called with. */
class LauncherTest {
    private static final String HALF = "mkdir -p target/lib; echo half > target/lib/hybridlab.jar; ";

    @TempDir
    private Path folder;
    private Path record;

    @BeforeEach
    void aReleaseAndAJava() throws IOException {
        record = folder.resolve("record");
        Files.createDirectories(folder.resolve("release/lib"));
        Files.copy(Path.of("hybridlab"), folder.resolve("release/hybridlab"));
        Files.writeString(folder.resolve("release/lib/hybridlab.jar"), "");
        Files.createDirectories(folder.resolve("java/bin"));
        Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
        program("java/bin/java", """
                case "$*" in
                    *cli.Training*) while [ -n "${SLOW:-}" ] && [ ! -f "$SLOW" ]; do :; done ;;
                    *cli.Main*) { for word; do printf 'word %s\\n' "$word"; done; env; } > "$RECORD" ;;
                esac
                """);
    }

    @ParameterizedTest
    @CsvSource({"LC_ALL=C, C", "LC_ALL=POSIX, POSIX", "LANG=C, ''", "LC_CTYPE=POSIX, ''", "NONE=, ''",
            "LC_ALL=xx_XX.ISO-8859-1, xx_XX.ISO-8859-1"})
    void java_started_getsUtf8Locale(String setting, String before)
            throws IOException {
        start(setting, "HOME=" + folder);

        assertThat(Files.readString(record)).contains("\nLC_ALL=C.UTF-8\n")
                .contains("word -Dhybridlab.lc_all=" + before + "\n");
    }

    @Test
    void aLocaleThatCanNameEveryFileStays() throws IOException {
        start("LC_ALL=C.UTF-8", "HOME=" + folder);

        assertThat(Files.readString(record)).contains("\nLC_ALL=C.UTF-8\n").doesNotContain("hybridlab.lc_all");
    }

    /** glibc before 2.39 translates "Broken pipe" by it also under C.UTF-8. */
    @Test
    void messagesOfTheSystem_stayEnglish() throws IOException {
        start("LC_ALL=C.UTF-8", "LANGUAGE=de:fr", "HOME=" + folder);
        assertThat(Files.readString(record)).contains("\nLANGUAGE=C\n", "word -Dhybridlab.language=de:fr\n");

        start("LC_ALL=C", "HOME=" + folder);
        assertThat(Files.readString(record)).contains("\nLANGUAGE=C\n", "word -Dhybridlab.language=\n");
    }

    /** They would stand before a document. */
    @Test
    void warningsOfJava_leaveResultsAlone() throws IOException {
        start("HOME=" + folder);

        assertThat(Files.readString(record)).contains("word -Xlog:disable\nword -Xlog:all=warning:stderr\n");
    }

    @Test
    void java25_getsItsCache() throws IOException {
        Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"25.0.3\"\n");
        refusing("-Xshare");

        start("HOME=" + folder);

        assertThat(Files.readString(record)).contains("word -XX:AOTCache=" + archives().get(0) + "\n")
                .doesNotContain("Xshare");
    }

    /** As a package's upgrade leaves it: every release's jar has the same time. */
    @Test
    void classArchive_ofEarlierJar_isMadeAgain() throws IOException {
        Path jar = folder.resolve("release/lib/hybridlab.jar");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        refusing("-XX:none");
        start("HOME=" + folder);
        Path first = archives().get(0);
        start("HOME=" + folder);
        assertThat(archives()).containsExactly(first);

        Files.writeString(jar, "another");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        start("HOME=" + folder);
        Path second = archives().get(0);
        assertThat(archives()).hasSize(1).doesNotContain(first);
        assertThat(Files.readString(record)).contains("word -XX:SharedArchiveFile=" + second + "\n");

        Files.writeString(folder.resolve("java/release"),
                "JAVA_RUNTIME_VERSION=\"17.0.1+2\"\nJAVA_VERSION=\"17.0.1\"\n");
        start("HOME=" + folder);
        assertThat(archives()).hasSize(1).doesNotContain(second);
    }

    /** The Tab key cannot be told why it takes 20 s, nor be asked. */
    @Test
    void completion_buildsAndInstallsNothing() throws IOException {
        clone("touch \"$RECORD.mvn\"; exit 1");
        List<String> words = words("clone", "HOME=" + folder, path());
        words.set(words.indexOf("a b"), "__complete");

        Result unbuilt = run(words);
        assertThat(unbuilt.stdout() + unbuilt.stderr()).isEmpty();

        Files.createDirectories(folder.resolve("clone/target/lib"));
        Files.setLastModifiedTime(Files.writeString(folder.resolve("clone/target/lib/hybridlab.jar"), ""),
                FileTime.fromMillis(0));
        assertThat(run(words).stderr()).isEmpty();
        assertThat(Files.readString(record)).contains("word __complete\n");
        assertThat(Path.of(record + ".mvn")).doesNotExist();
        assertThat(folder.resolve(".cache")).as("the archive takes seconds").doesNotExist();
    }

    @Test
    void release_withoutJar_saysSo() throws IOException {
        Path jar = folder.toRealPath().resolve("release/lib/hybridlab.jar");
        Files.delete(jar);

        Result result = start("HOME=" + folder);

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr().lines()).containsExactly("hybridlab: %s is missing.".formatted(jar),
                "  Unpack the release again, or install the package again.");
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(".cache/hybridlab/classes"))) {
            return files.toList();
        }
    }

    /** A Java that makes the archive, as the real one does, unless it gets that option. */
    private void refusing(String option) throws IOException {
        program("java/bin/java", """
                case "$*" in *%s*) exit 1 ;; esac
                for word; do
                    case $word in
                        -XX:AOTCacheOutput=*|-XX:SharedArchiveFile=*) echo archive > "${word#*=}" ;;
                    esac
                done
                case "$*" in
                    *cli.Main*) { for word; do printf 'word %%s\\n' "$word"; done; env; } > "$RECORD" ;;
                esac
                """.formatted(option));
    }

    @Test
    void withoutHomeItIsThatOfTheAccount() throws IOException {
        Result result = start("XDG_CACHE_HOME=" + folder, "XDG_STATE_HOME=" + folder);

        assertThat(result.stderr()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(Files.readString(record)).contains("\nHOME=" + System.getProperty("user.home") + "\n");
    }

    @Test
    void wordsArriveAsTheyWere() throws IOException {
        start("HOME=" + folder);

        assertThat(Files.readString(record)).contains("word a b\nword *\nword\n".replace("word\n", "word \n"));
    }

    @Test
    void aFirstStartThatTakesLongSaysWhy() throws IOException {
        Path waited = folder.resolve("waited");
        program("bin/sleep", """
                echo x >> "$SLOW.count"
                if [ "$(wc -l < "$SLOW.count")" -ge 12 ]; then touch "$SLOW"; fi
                """);

        Result result = start("HOME=" + folder, "SLOW=" + waited,
                "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"));

        assertThat(result.stderr()).contains("preparing faster starts");
    }

    @Test
    void clone_ofSomebodyElse_runsAsBuilt() throws IOException {
        Path jar = builtLongAgo();
        readOnly("clone/target");

        Result result = asAnotherUser("HOME=" + open("home"), "XDG_STATE_HOME=" + open("state"));

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr()).contains("newer than its last build, which runs now",
                folder.resolve("clone/hybridlab").toString());
        assertThat(Files.readString(record)).contains("word " + jar + "\n");
    }

    @Test
    void clone_neverBuilt_needsItsOwner() throws IOException {
        clone("exit 1");
        readOnly("clone");

        Result result = asAnotherUser("HOME=" + open("home"));

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr()).contains("is not built yet", "as its owner", "clone it")
                .doesNotContain("launcher.lock");
    }

    @Test
    void foreignStateFolder_leavesTheLogElsewhere() throws IOException {
        clone("echo no such plugin; exit 1");
        open("clone");
        readOnly(Files.createDirectories(folder.resolve("state/hybridlab")).toString());

        Result result = asAnotherUser("HOME=" + open("home"), "XDG_STATE_HOME=" + folder.resolve("state"));

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr()).contains("no such plugin", "the build failed")
                .doesNotContain("state/hybridlab", "cannot");
    }

    /** Old programs would meet new templates. */
    @ParameterizedTest
    @ValueSource(strings = {"templates", "data/addons", "data/bundle", "data/diagnose", "data/schema"})
    void foreignClone_withNewFiles_needsItsOwner(String changed) throws IOException {
        Path jar = builtLongAgo();
        Files.writeString(Files.createDirectories(folder.resolve("clone").resolve(changed)).resolve("new"), "");
        readOnly("clone/target");

        Result result = asAnotherUser("HOME=" + open("home"), "XDG_STATE_HOME=" + open("state"));

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr()).contains("newer than its last build", "once as its owner");
        assertThat(jar).exists();
        assertThat(record).isEmptyFile();
    }

    /** A lab is to be switched off whatever its owner pulled. */
    @Test
    void foreignClone_withNewFiles_stillHalts() throws IOException {
        builtLongAgo();
        Files.writeString(Files.createDirectories(folder.resolve("clone/templates")).resolve("new"), "");
        readOnly("clone/target");

        List<String> words = wordsOfAnotherUser("HOME=" + open("home"), "XDG_STATE_HOME=" + open("state"));
        words.addAll(List.of("halt", "lab"));

        assertThat(run(words).stderr()).contains("newer than its last build, which runs now");
    }

    /** As after a build by sudo. */
    @Test
    void ownClone_withForeignBuild_isGivenBack() throws IOException {
        builtLongAgo();
        open("clone");
        readOnly("clone/target");

        Result result = asAnotherUser("HOME=" + open("home"), "XDG_STATE_HOME=" + open("state"));

        assertThat(result.stderr()).contains("sudo chown -R ", " " + folder.resolve("clone/target"))
                .doesNotContain("as its owner");
    }

    private Path builtLongAgo() throws IOException {
        clone("exit 1");
        Files.createDirectories(folder.resolve("clone/target/lib"));
        Files.writeString(folder.resolve("clone/target/launcher.lock"), "");
        Path jar = Files.writeString(folder.resolve("clone/target/lib/hybridlab.jar"), "");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        return jar;
    }

    /** A half jar would count as fresh. */
    @ParameterizedTest
    @ValueSource(strings = {"INT", "HUP"})
    void interruptedBuild_leavesNoJar(String signal) throws IOException, InterruptedException {
        clone(HALF + "echo $$ > \"$RECORD.mvn\"; exec sleep 60");
        Process launcher = new ProcessBuilder(words("clone", "HOME=" + folder, path())).redirectErrorStream(true)
                .start();
        Path pid = Path.of(record + ".mvn");
        await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());

        new LocalProcesses().run(Command.of("kill", "-" + signal, Long.toString(launcher.pid())), new Cancellation());

        assertThat(launcher.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))).isEmpty();
        assertThat(folder.resolve("clone/target/lib/hybridlab.jar")).doesNotExist();
    }

    @Test
    void failedBuild_leavesNoHalfJar() throws IOException {
        clone(HALF + "exit 1");

        Result result = run(words("clone", "HOME=" + folder, path()));

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr()).contains("the build failed");
        assertThat(folder.resolve("clone/target/lib/hybridlab.jar")).doesNotExist();
    }

    @Test
    void failedBuild_keepsTheLastOne() throws IOException {
        Path jar = builtLongAgo();

        Result result = run(words("clone", "HOME=" + folder, path()));

        assertThat(result.stderr()).contains("the build failed");
        assertThat(jar).exists();
    }

    /** Of a script's background jobs, as Maven is one, Ctrl-C is ignored. */
    @Test
    void interruptedBuild_endsAtOnce() throws IOException, InterruptedException {
        clone("echo $$ > \"$RECORD.mvn\"; exec sleep 60");
        List<String> words = words("clone", "HOME=" + folder, path());
        Process launcher = new ProcessBuilder(words).redirectErrorStream(true).start();
        Path pid = Path.of(record + ".mvn");
        await().until(() -> Files.exists(pid) && !Files.readString(pid).isBlank());

        new LocalProcesses().run(Command.of("kill", "-INT", Long.toString(launcher.pid())), new Cancellation());

        assertThat(launcher.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(130);
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))).isEmpty();
    }

    /** cmd.exe ends a block at the first bracket of a path in it, such as that of C:\Program Files (x86). */
    @Test
    void windowsLauncher_hasNoBlocks() throws IOException {
        assertThat(Files.readAllLines(Path.of("hybridlab.cmd"))).noneMatch(line -> line.strip().endsWith("("))
                .filteredOn(line -> line.startsWith("echo ") || line.contains(" echo "))
                .allMatch(line -> line.contains("\"%LIB%\\hybridlab.jar\" is missing"));
    }

    /** @param maven what Maven does */
    private void clone(String maven) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(folder.resolve("clone/src/main"));
        Files.writeString(folder.resolve("clone/pom.xml"), "");
        Files.copy(Path.of("hybridlab"), folder.resolve("clone/hybridlab"));
        Files.writeString(record, "");
        Files.setPosixFilePermissions(record, PosixFilePermissions.fromString("rw-rw-rw-"));
        program("java/bin/javac", "");
        program("bin/mvn", maven + "\n");
    }

    private void readOnly(String name) throws IOException {
        Files.setPosixFilePermissions(folder.resolve(name), PosixFilePermissions.fromString("r-xr-xr-x"));
    }

    private Path open(String name) throws IOException {
        return Files.setPosixFilePermissions(Files.createDirectories(folder.resolve(name)),
                PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private String path() {
        return "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH");
    }

    /** Who may not write what is read-only: everybody but root. */
    private Result asAnotherUser(String... settings) {
        return run(wordsOfAnotherUser(settings));
    }

    private List<String> wordsOfAnotherUser(String... settings) {
        List<String> words = new ArrayList<>(words("clone", settings));
        words.set(words.indexOf("-i") + 1, path());
        if (System.getProperty("user.name").equals("root")) {
            words.addAll(0, List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        return words;
    }

    private Result start(String... settings) {
        return run(words("release", settings));
    }

    private List<String> words(String home, String... settings) {
        List<String> words = new ArrayList<>(List.of("env", "-i", "PATH=" + System.getenv("PATH"),
                "JAVA_HOME=" + folder.resolve("java"), "RECORD=" + record));
        words.addAll(List.of(settings));
        words.addAll(List.of(folder.resolve(home).resolve("hybridlab").toString(), "a b", "*", ""));
        return words;
    }

    private static Result run(List<String> words) {
        return new LocalProcesses().run(Command.of(words.get(0)).with(words.stream().skip(1).toArray(String[]::new)),
                new Cancellation());
    }

    private void program(String name, String text) {
        StubProgram.write(folder.resolve(name), text);
    }
}
