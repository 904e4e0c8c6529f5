package org.hybridlab.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.cli.HelpCommand;
import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.cli.VersionCommand;
import org.hybridlab.cli.command.BoxCommands.BoxBuildCommand;
import org.hybridlab.cli.command.BoxCommands.BoxFetchCommand;
import org.hybridlab.cli.command.BoxCommands.BoxListCommand;
import org.hybridlab.cli.command.BoxCommands.BoxRemoveCommand;
import org.hybridlab.cli.command.BundleCommands.BundleExportCommand;
import org.hybridlab.cli.command.BundleCommands.BundleImportCommand;
import org.hybridlab.cli.command.BundleCommands.BundleListCommand;
import org.hybridlab.cli.command.BundleCommands.BundleVerifyCommand;
import org.hybridlab.cli.command.CacheCommands.CacheCleanCommand;
import org.hybridlab.cli.command.CacheCommands.CacheListCommand;
import org.hybridlab.cli.command.DestroyCommand;
import org.hybridlab.cli.command.DoctorCommand;
import org.hybridlab.cli.command.ExecCommand;
import org.hybridlab.cli.command.InitCommand;
import org.hybridlab.cli.command.KubeconfigCommand;
import org.hybridlab.cli.command.ListCommand;
import org.hybridlab.cli.command.LogsCommand;
import org.hybridlab.cli.command.OpenCommand;
import org.hybridlab.cli.command.OrphanCalls;
import org.hybridlab.cli.command.RenderCommand;
import org.hybridlab.cli.command.ReplaceCommand;
import org.hybridlab.cli.command.SetupCommand;
import org.hybridlab.cli.command.ValidateCommand;
import org.hybridlab.config.file.GeneratedFile;
import org.hybridlab.diagnose.Diagnosis;
import org.hybridlab.report.JsonReport;
import org.hybridlab.service.NodeMaintenance;
import org.hybridlab.service.ObjectReset;
import org.hybridlab.service.PlanResult;
import org.hybridlab.service.PowerService;
import org.hybridlab.service.SnapshotService;
import org.hybridlab.service.UpSummary;
import org.hybridlab.service.box.BoxPackageService;
import org.hybridlab.service.orphan.OrphanService;
import org.hybridlab.service.status.LabStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The classes that become documents, and the schemas in {@code data/schema}, say the same. */
class DocumentKindTest {
    private static final Map<DocumentKind, Class<?>> DATA = new EnumMap<>(Map.ofEntries(
            Map.entry(DocumentKind.APP_ADDRESS, OpenCommand.Address.class),
            Map.entry(DocumentKind.BOX, BoxBuildCommand.Answer.class),
            Map.entry(DocumentKind.BOX_FETCH, BoxFetchCommand.FetchedBoxes.class),
            Map.entry(DocumentKind.BOX_LIST, BoxListCommand.BoxesHere.class),
            Map.entry(DocumentKind.BOX_PACKAGE, BoxPackageService.PackagedBox.class),
            Map.entry(DocumentKind.BOX_REMOVAL, BoxRemoveCommand.RemovedBoxes.class),
            Map.entry(DocumentKind.BUNDLE, Bundle.class),
            Map.entry(DocumentKind.BUNDLE_EXPORT, BundleExportCommand.Exported.class),
            Map.entry(DocumentKind.BUNDLE_IMPORT, BundleImportCommand.Imported.class),
            Map.entry(DocumentKind.BUNDLE_LIST, BundleListCommand.Parts.class),
            Map.entry(DocumentKind.BUNDLE_VERIFICATION, BundleVerifyCommand.Answer.class),
            Map.entry(DocumentKind.CACHE_LIST, CacheListCommand.CacheContents.class),
            Map.entry(DocumentKind.CACHE_REMOVAL, CacheCleanCommand.CacheRemoval.class),
            Map.entry(DocumentKind.CHECK_REPORT, JsonReport.class),
            Map.entry(DocumentKind.DESTRUCTION, DestroyCommand.Destruction.class),
            Map.entry(DocumentKind.DIAGNOSIS, Diagnosis.class),
            Map.entry(DocumentKind.EXEC_RESULTS, ExecCommand.Answers.class),
            Map.entry(DocumentKind.EXIT_CODES, HelpCommand.ExitCodes.class),
            Map.entry(DocumentKind.HALT, PowerService.StoppedLab.class),
            Map.entry(DocumentKind.HOST_REPORT, DoctorCommand.HostReport.class),
            Map.entry(DocumentKind.HOST_SETUP, SetupCommand.HostSetup.class),
            Map.entry(DocumentKind.KUBECONFIG, KubeconfigCommand.KubeconfigResult.class),
            Map.entry(DocumentKind.LAB_LIST, ListCommand.Labs.class),
            Map.entry(DocumentKind.LAB_STATUS, LabStatus.class),
            Map.entry(DocumentKind.LOG_LINES, LogsCommand.LogLines.class),
            Map.entry(DocumentKind.NEW_LAB, InitCommand.Written.class),
            Map.entry(DocumentKind.NODE_DRAIN, NodeMaintenance.Drain.class),
            Map.entry(DocumentKind.NODE_UNCORDON, NodeMaintenance.Uncordon.class),
            Map.entry(DocumentKind.ORPHAN_LIST, OrphanService.OrphanList.class),
            Map.entry(DocumentKind.ORPHAN_REMOVAL, OrphanCalls.RemovedOrphans.class),
            Map.entry(DocumentKind.PLAN, PlanResult.PlanSummary.class),
            Map.entry(DocumentKind.REPLACEMENT, ReplaceCommand.Replacement.class),
            Map.entry(DocumentKind.RESET, UpSummary.class),
            Map.entry(DocumentKind.RESUMPTION, UpSummary.class),
            Map.entry(DocumentKind.SNAPSHOT, SnapshotService.SavedSnapshot.class),
            Map.entry(DocumentKind.SNAPSHOT_LIST, SnapshotService.Snapshots.class),
            Map.entry(DocumentKind.SNAPSHOT_REMOVAL, SnapshotService.RemovedSnapshots.class),
            Map.entry(DocumentKind.SUSPENSION, PowerService.StoppedLab.class),
            Map.entry(DocumentKind.SOFT_RESET, ObjectReset.Done.class),
            Map.entry(DocumentKind.UP, UpSummary.class),
            Map.entry(DocumentKind.VALIDATION, ValidateCommand.Verdict.class),
            Map.entry(DocumentKind.VERSION, VersionCommand.Numbers.class),
            Map.entry(DocumentKind.WORKSPACE, RenderCommand.Written.class)));

    @Test
    void documents_haveASchemaEach_andOnlyThey() throws IOException {
        Set<String> names = Stream.concat(Arrays.stream(DocumentKind.values()).map(DocumentKind::id),
                Stream.of("up-event")).map(word -> word + ".schema.json")
                        .collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(OutputSchemas.FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ERROR")
    void schema_isThatOfItsRecord(DocumentKind kind) throws IOException {
        Path file = OutputSchemas.FOLDER.resolve(kind.id() + ".schema.json");
        String schema = DocumentSchema.text(kind, DATA.get(kind),
                Files.exists(file) ? OutputSchemas.schema(kind.id()) : MissingNode.getInstance());

        GeneratedFile.assertUpToDate(file, schema);
        assertThat(schema).as("write the missing descriptions").doesNotContain("\": \"\"");
    }

    @Test
    void errorSchema_namesEveryKey() {
        JsonNode error = OutputSchemas.schema("error").at("/$defs/error");

        assertThat(names(error)).containsExactlyElementsOf(components(JsonEnvelope.Error.class));
    }

    private static List<String> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    private static List<String> names(JsonNode schema) {
        return List.copyOf(schema.get("properties").propertyNames());
    }
}
