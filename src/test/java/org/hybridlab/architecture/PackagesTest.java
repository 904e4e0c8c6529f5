package org.hybridlab.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the package table of docs/explanation/architecture.md. */
class PackagesTest {
    private static final String ROOT = "org.hybridlab.";
    private static final String ALL = "*";

    /** What each package may use, besides itself and {@code failure}, which all may use. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            entry("cli", Set.of(ALL)),
            entry("terminal", Set.of("engine", "report", "process")),
            entry("failure", Set.of()),
            entry("lab", Set.of()),
            entry("config", Set.of("lab")),
            entry("render", Set.of("lab")),
            entry("graph", Set.of("lab")),
            entry("proof", Set.of("lab")),
            entry("process", Set.of()),
            entry("plan", Set.of("lab", "process")),
            entry("engine", Set.of("lab", "plan", "process")),
            entry("vagrant", Set.of("lab", "process", "render")),
            entry("guest", Set.of("lab", "process", "render", "vagrant")),
            entry("http", Set.of("process")),
            entry("kubernetes", Set.of("guest", "http", "process")),
            entry("check", Set.of("lab", "http", "process", "render", "guest", "kubernetes")),
            // Packs with the tar writer of bundle.
            entry("diagnose", Set.of("lab", "bundle", "guest", "kubernetes", "process")),
            // The topology picture shows nodes and pods; what Windows machines said is sent back.
            entry("report", Set.of("check", "engine", "graph", "guest", "lab", "plan", "render", "kubernetes",
            "proof")),
            entry("bundle", Set.of("http", "lab", "process")),
            entry("box", Set.of("bundle", "lab", "process", "render")),
            entry("images", Set.of("bundle", "lab", "process")),
            entry("host", Set.of("lab", "process")),
            entry("steps", Set.of("lab", "config", "plan", "render", "vagrant", "guest", "kubernetes",
            "check",
                    "bundle", "box", "host", "images", "process")));

    private static final Set<String> WRITES = Stream.concat(Stream.of("write", "writeString", "newOutputStream",
            "newBufferedWriter", "newByteChannel", "createTempFile", "createTempDirectory", "createFile",
            "createDirectory", "createDirectories", "createSymbolicLink", "createLink", "copy", "move",
            "setPosixFilePermissions", "setAttribute").map("Files."::concat), Stream.of("FileChannel.open",
            "FileOutputStream.<init>", "FileWriter.<init>", "RandomAccessFile.<init>", "PrintStream.<init>"))
            .collect(Collectors.toSet());
    /** Whole packages write into the user's cache or state. */
    private static final Set<String> WRITERS = Set.of("bundle", "box", "images", "host",
            // Into workspaces, without following links.
            "render.Workspace", "engine.RunFolder", "engine.StepLogs", "engine.FileJournal", "engine.LockOwner",
            "vagrant.DockerProvider",
            // Where the user says.
            "cli.LabCopy", "cli.InitCommand", "cli.ReportCommand", "guest.Download", "process.LocalProcesses",
            "kubernetes.SharedKubeconfig", "diagnose.SupportArchive", "cli.ResultStream",
            // Elsewhere.
            "cli.BugLog", "cli.TrainingLab", "cli.ManPages",
            // They read by the same calls.
            "diagnose.FileEnd", "render.LabTemplates");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("org.hybridlab");

    @Test
    void everyPackageIsInTheTable() {
        assertThat(CLASSES.stream().map(PackagesTest::packageOf).collect(Collectors.toSet()))
                .isSubsetOf(MAY_USE.keySet());
    }

    @Test
    void everyPackageSaysWhatLivesInIt() {
        assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct()).allSatisfy(name -> assertThat(
                Path.of("src/main/java", name.replace('.', '/'), "package-info.java")).exists());
    }

    static Set<String> packages() {
        return CLASSES.stream().map(PackagesTest::packageOf)
                .filter(name -> !MAY_USE.getOrDefault(name, Set.of(ALL)).contains(ALL)).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyWhatTheTableSays(String name) {
        noClasses().that().resideInAPackage(ROOT + name + "..").should().dependOnClassesThat(notFor(name))
                .because(name + " may use " + MAY_USE.get(name)).check(CLASSES);
    }

    @Test
    void packagesDoNotDependOnEachOtherInACircle() {
        slices().matching("org.hybridlab.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyProcessKnowsZtExec() {
        onlyIn("process", "org.zeroturnaround..");
    }

    @Test
    void onlyTheCommandLineKnowsPicocli() {
        onlyIn("cli", "picocli..");
    }

    @Test
    void onlyRenderKnowsFreeMarker() {
        onlyIn("render", "freemarker..");
    }

    @Test
    void onlyCommandLineAndTerminalWriteToTheConsole() {
        noClasses().that().resideOutsideOfPackages(ROOT + "cli..", ROOT + "terminal..")
                .should().accessField(System.class, "out").orShould().accessField(System.class, "err").check(CLASSES);
    }

    @Test
    void nobodySleeps() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class)
                .because("waits are Awaitility's or the engine's, so that they can be cancelled").check(CLASSES);
    }

    /** Who writes into a workspace asks {@code FolderWithoutLinks} before, or lets {@code Workspace} write. */
    @Test
    void onlyThoseWriteFilesOfWhomItIsKnownWhereTo() {
        noClasses().that(describe("are not among the writers", type -> !WRITERS.contains(packageOf(type))
                        && !WRITERS.contains(type.getName().substring(ROOT.length()).split("\\$")[0])))
                .should().callCodeUnitWhere(describe("the call writes a file", call -> WRITES.contains(
                        call.getTargetOwner().getSimpleName() + "." + call.getTarget().getName())))
                .because("a link in a workspace must not be followed").check(CLASSES);
    }

    private static void onlyIn(String name, String library) {
        noClasses().that().resideOutsideOfPackage(ROOT + name + "..").should()
                .dependOnClassesThat().resideInAnyPackage(library).check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> notFor(String name) {
        Set<String> allowed = MAY_USE.get(name);
        return describe("are not for " + name, used -> used.getPackageName().startsWith(ROOT)
                && !packageOf(used).equals(name) && !packageOf(used).equals("failure")
                && !allowed.contains(packageOf(used)));
    }

    private static String packageOf(JavaClass type) {
        return type.getPackageName().substring(ROOT.length()).split("\\.")[0];
    }
}
