package org.hybridlab.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
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

    /**
     * What a package and those below it may use, besides themselves and {@code common.error}. The longest name counts.
     */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            // Not provision: what to do with a lab is decided in service, for scripts and tests too.
            entry("cli", Set.of("artifact", "check", "cluster", "common", "config", "diagnose", "engine", "guest",
                    "host", "provider", "report", "service", "terminal")),
            // Not cli and not terminal: a script or a test calls it too.
            entry("service", Set.of("artifact", "check", "cluster", "common", "config", "diagnose", "engine", "guest",
                    "host", "provider", "provision", "report")),
            entry("terminal", Set.of("common", "engine", "report")),
            entry("common.archive", Set.of()),
            entry("common.error", Set.of()),
            entry("common.http", Set.of("common.process")),
            entry("common.process", Set.of()),
            entry("common.template", Set.of("common.workspace")),
            entry("common.text", Set.of()),
            entry("common.workspace", Set.of()),
            entry("config", Set.of("common.text", "common.workspace")),
            // Where the installation lies, with its addons.
            entry("config.catalog", Set.of("common.template", "common.text", "config.model")),
            entry("config.model", Set.of("common.text", "common.workspace")),
            entry("engine", Set.of("common.process", "common.workspace")),
            entry("engine.plan", Set.of("common.process")),
            entry("engine.journal", Set.of("common.process", "common.workspace", "engine.plan")),
            entry("provider", Set.of("common", "config")),
            entry("guest", Set.of("common", "config", "provider.vagrant")),
            entry("cluster", Set.of("common", "guest")),
            entry("artifact", Set.of("common", "config")),
            entry("host", Set.of("common", "config")),
            entry("check", Set.of("cluster", "common", "config", "guest")),
            entry("diagnose", Set.of("cluster", "common", "config", "guest")),
            // The topology picture shows nodes and pods; what Windows machines said is sent back.
            entry("report", Set.of("check.core", "cluster.api", "common", "config", "engine", "guest")),
            entry("report.diagram", Set.of("config")),
            entry("provision.render", Set.of("artifact.bundle", "cluster.api", "common", "config", "engine.plan",
                    "provider")),
            entry("provision", Set.of("artifact", "check", "cluster", "common", "config", "engine.plan", "guest",
                    "host", "provider")));

    private static final Set<String> WRITES = Stream.concat(Stream.of("write", "writeString", "newOutputStream",
            "newBufferedWriter", "newByteChannel", "createTempFile", "createTempDirectory", "createFile",
            "createDirectory", "createDirectories", "createSymbolicLink", "createLink", "copy", "move",
            "setPosixFilePermissions", "setAttribute").map("Files."::concat), Stream.of("FileChannel.open",
            "FileOutputStream.<init>", "FileWriter.<init>", "RandomAccessFile.<init>", "PrintStream.<init>"))
            .collect(Collectors.toSet());
    /** Whole packages write into the user's cache or state. */
    private static final Set<String> WRITERS = Set.of("artifact.bundle", "artifact.box", "artifact.cache",
            "artifact.image",
            "host",
            // Into workspaces, without following links.
            "common.workspace.Workspace", "common.workspace.WorkspaceFiles", "engine.journal.RunFolder",
            "engine.journal.StepLogs",
            "engine.journal.FileJournal", "engine.journal.LockOwner", "provider.docker.DockerNote",
            "provision.snapshot.SnapshotStore",
            // Into the user's cache.
            "provider.docker.BoxFiles",
            // Where the user says.
            "service.lab.LabCopy", "service.lab.LabCreation", "guest.Download",
            "common.process.LocalProcesses", "cluster.kubeconfig.SharedKubeconfig", "diagnose.SupportArchive",
            "cli.support.ResultStream",
            // Into a new folder that it removes.
            "provision.apiserver.LoopbackApiServer", "provision.source.ConfinedProgram",
            // Elsewhere.
            "cli.support.FailurePrinter", "cli.TrainingLab", "cli.ManPages", "provider.vagrant.MachineIndex",
            // They read by the same calls.
            "common.archive.TarWriter", "diagnose.FileEnd", "common.template.LabTemplates");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("org.hybridlab");

    @Test
    void everyPackageIsInTheTable() {
        assertThat(packages()).allSatisfy(name -> assertThat(keyOf(name)).as("entry of %s", name).isPresent());
    }

    /** Two types of one name cannot be told apart in an import list, a stack trace or a conversation. */
    @Test
    void noTwoClassesShareASimpleName() {
        assertThat(CLASSES.stream().filter(JavaClass::isTopLevelClass).map(JavaClass::getSimpleName))
                .doesNotHaveDuplicates();
    }

    @Test
    void theDocumentsTableHasEveryPackage() throws IOException {
        String page = Files.readString(Path.of("docs/explanation/architecture.md"));
        assertThat(packages()).allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
    }

    static Set<String> packages() {
        return CLASSES.stream().map(PackagesTest::packageOf).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyWhatTheTableSays(String name) {
        Set<String> allowed = MAY_USE.get(keyOf(name).orElseThrow());
        noClasses().that().resideInAPackage(ROOT + name).should().dependOnClassesThat(notFor(name, allowed))
                .because(name + " may use " + allowed).check(CLASSES);
    }

    @Test
    void packages_dependingOnEachOther_makeNoCircle() {
        slices().matching("org.hybridlab.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packageFolders_dependingMutually_makeNoCircle() {
        slices().matching("org.hybridlab.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyProcessKnowsZtExec() {
        onlyIn("common.process", "org.zeroturnaround..");
    }

    @Test
    void onlyTheCommandLineKnowsPicocli() {
        onlyIn("cli", "picocli..");
    }

    @Test
    void onlyTemplatesKnowFreeMarker() {
        onlyIn("common.template", "freemarker..");
    }

    @Test
    void console_isWritten_byCliAndTerminalOnly() {
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
    void files_areWritten_byKnownClassesOnly() {
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

    private static DescribedPredicate<JavaClass> notFor(String name, Set<String> allowed) {
        String key = keyOf(name).orElseThrow();
        return describe("are not for " + name, used -> used.getPackageName().startsWith(ROOT)
                && !isBelow(packageOf(used), "common.error") && !isBelow(packageOf(used), key)
                && allowed.stream().noneMatch(one -> isBelow(packageOf(used), one)));
    }

    /** The entry that counts for a package. */
    private static Optional<String> keyOf(String name) {
        return MAY_USE.keySet().stream().filter(key -> isBelow(name, key)).max(Comparator.comparing(String::length));
    }

    private static boolean isBelow(String name, String folder) {
        return name.equals(folder) || name.startsWith(folder + ".");
    }

    private static String packageOf(JavaClass type) {
        return type.getPackageName().substring(ROOT.length());
    }
}
