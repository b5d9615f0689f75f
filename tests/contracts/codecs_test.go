package contracts

import (
	"encoding/json"
	"testing"

	gaia "github.com/amd-gaia/gaia-gen/golden/gaia/go"
	nats "github.com/amd-gaia/gaia-gen/golden/nats/go"
	sidecar "github.com/amd-gaia/gaia-gen/golden/sidecar/go"
)

// codec decodes a message with the generated Go code and encodes it again.
type codec func([]byte) ([]byte, error)

// model is the codec of a struct or of another type that decodes itself.
func model[T any](b []byte) ([]byte, error) {
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// union returns the codec of a union, which a function decodes.
func union[T any](decode func([]byte) (T, error)) codec {
	return func(b []byte) ([]byte, error) {
		v, err := decode(b)
		if err != nil {
			return nil, err
		}
		return json.Marshal(v)
	}
}

// inGo returns the contract's generated Go.
func (c shipped) inGo(t *testing.T) language {
	return func(batch []sent) []received {
		out := make([]received, len(batch))
		for i, m := range batch {
			codec, ok := c.codecs[m.Type]
			if !ok {
				t.Fatalf("no codec for %s: add it to the table", m.Type)
			}
			b, err := codec([]byte(m.Text))
			if err != nil {
				out[i].Refusal = err.Error()
				continue
			}
			out[i].Encoded = string(b)
		}
		return out
	}
}

var sidecarCodecs = map[string]codec{
	"AgentVersionResponse":  model[sidecar.AgentVersionResponse],
	"BinariesLock":          model[sidecar.BinariesLock],
	"BinaryEntry":           model[sidecar.BinaryEntry],
	"CancelResponse":        model[sidecar.CancelResponse],
	"ConfirmationGatedTool": model[sidecar.ConfirmationGatedTool],
	"ContextItem":           model[sidecar.ContextItem],
	"ErrorResponse":         model[sidecar.ErrorResponse],
	"HTTPValidationError":   model[sidecar.HTTPValidationError],
	"HealthResponse":        model[sidecar.HealthResponse],
	"InitResponse":          model[sidecar.InitResponse],
	"InputOption":           model[sidecar.InputOption],
	"LemonadeReadiness":     model[sidecar.LemonadeReadiness],
	"LockedComponents":      model[sidecar.LockedComponents],
	"ModelReadiness":        model[sidecar.ModelReadiness],
	"QueryEvent":            union(sidecar.DecodeQueryEvent),
	"QueryRequest":          model[sidecar.QueryRequest],
	"RespondRequest":        model[sidecar.RespondRequest],
	"RespondResponse":       model[sidecar.RespondResponse],
	"RunUsage":              model[sidecar.RunUsage],
	"SidecarComponent":      model[sidecar.SidecarComponent],
	"TUIComponent":          model[sidecar.TUIComponent],
	"ValidationError":       model[sidecar.ValidationError],
	"VersionResponse":       model[sidecar.VersionResponse],
}

var gaiaCodecs = map[string]codec{
	"AgentDefinition":              model[gaia.AgentDefinition],
	"AgentEvent":                   union(gaia.DecodeAgentEvent),
	"AgentList":                    model[gaia.AgentList],
	"AgentMemory":                  model[gaia.AgentMemory],
	"AgentMessage":                 model[gaia.AgentMessage],
	"AgentMessageList":             model[gaia.AgentMessageList],
	"AgentRun":                     model[gaia.AgentRun],
	"AgentRunState":                model[gaia.AgentRunState],
	"AgentSnapshot":                model[gaia.AgentSnapshot],
	"AgentStrategy":                model[gaia.AgentStrategy],
	"AgentSummary":                 model[gaia.AgentSummary],
	"AgentTools":                   model[gaia.AgentTools],
	"Autonomy":                     model[gaia.Autonomy],
	"AvailableModels":              model[gaia.AvailableModels],
	"CancelCompletionResponse":     model[gaia.CancelCompletionResponse],
	"CapabilitiesResponse":         model[gaia.CapabilitiesResponse],
	"ChatAnswer":                   model[gaia.ChatAnswer],
	"ChatChoice":                   model[gaia.ChatChoice],
	"ChatChunkChoice":              model[gaia.ChatChunkChoice],
	"ChatCompletion":               model[gaia.ChatCompletion],
	"ChatCompletionChunk":          model[gaia.ChatCompletionChunk],
	"ChatCompletionRequest":        model[gaia.ChatCompletionRequest],
	"ChatDelta":                    model[gaia.ChatDelta],
	"ChatFunctionCall":             model[gaia.ChatFunctionCall],
	"ChatFunctionCallDelta":        model[gaia.ChatFunctionCallDelta],
	"ChatMessage":                  model[gaia.ChatMessage],
	"ChatSession":                  model[gaia.ChatSession],
	"ChatToolCall":                 model[gaia.ChatToolCall],
	"ChatToolCallDelta":            model[gaia.ChatToolCallDelta],
	"ChatUsage":                    model[gaia.ChatUsage],
	"ConfiguredMCPServer":          model[gaia.ConfiguredMCPServer],
	"ConfiguredMCPServerList":      model[gaia.ConfiguredMCPServerList],
	"CreateSessionRequest":         model[gaia.CreateSessionRequest],
	"DefinedAgent":                 model[gaia.DefinedAgent],
	"DefinedAutonomy":              model[gaia.DefinedAutonomy],
	"DefinedMCPServer":             model[gaia.DefinedMCPServer],
	"DefinedMCPServerAuth":         model[gaia.DefinedMCPServerAuth],
	"DefinedMemory":                model[gaia.DefinedMemory],
	"DefinedStrategy":              model[gaia.DefinedStrategy],
	"DefinedTools":                 model[gaia.DefinedTools],
	"DocumentList":                 model[gaia.DocumentList],
	"FileList":                     model[gaia.FileList],
	"GaiaErrorDetails":             model[gaia.GaiaErrorDetails],
	"GaiaErrorPayload":             model[gaia.GaiaErrorPayload],
	"HTTPValidationError":          model[gaia.HTTPValidationError],
	"HealthResponse":               model[gaia.HealthResponse],
	"IndexDocumentRequest":         model[gaia.IndexDocumentRequest],
	"IndexedDocument":              model[gaia.IndexedDocument],
	"LemonadeStatus":               model[gaia.LemonadeStatus],
	"MCPContentBlock":              union(gaia.DecodeMCPContentBlock),
	"MCPResourceContents":          model[gaia.MCPResourceContents],
	"MCPServer":                    model[gaia.MCPServer],
	"MCPServerAuth":                model[gaia.MCPServerAuth],
	"MCPTool":                      model[gaia.MCPTool],
	"MCPToolAnnotations":           model[gaia.MCPToolAnnotations],
	"MCPToolCall":                  model[gaia.MCPToolCall],
	"MCPToolResult":                model[gaia.MCPToolResult],
	"MessageReceipt":               model[gaia.MessageReceipt],
	"Observation":                  model[gaia.Observation],
	"ObservationEvent":             model[gaia.ObservationEvent],
	"PlanStep":                     model[gaia.PlanStep],
	"SendMessageRequest":           model[gaia.SendMessageRequest],
	"SessionList":                  model[gaia.SessionList],
	"StoredFile":                   model[gaia.StoredFile],
	"SystemStatus":                 model[gaia.SystemStatus],
	"ToolConfirmationRequestEvent": model[gaia.ToolConfirmationRequestEvent],
	"ToolDecisionRequest":          model[gaia.ToolDecisionRequest],
	"ToolDecisionResponse":         model[gaia.ToolDecisionResponse],
	"ToolRequiringConfirmation":    model[gaia.ToolRequiringConfirmation],
	"UserQuestionEvent":            model[gaia.UserQuestionEvent],
	"ValidationError":              model[gaia.ValidationError],
	"ValidationIssue":              model[gaia.ValidationIssue],
	"VersionResponse":              model[gaia.VersionResponse],
}

var natsCodecs = map[string]codec{
	"AgentSender":            model[nats.AgentSender],
	"Attachment":             model[nats.Attachment],
	"Base64":                 model[nats.Base64],
	"ByteSize":               model[nats.ByteSize],
	"CcListReply":            model[nats.CcListReply],
	"CcSessionSummary":       model[nats.CcSessionSummary],
	"CcSpawnReply":           model[nats.CcSpawnReply],
	"CcSpawnRequest":         model[nats.CcSpawnRequest],
	"CostStatus":             model[nats.CostStatus],
	"Endpoint":               union(nats.DecodeEndpoint),
	"ErrorBody":              model[nats.ErrorBody],
	"ErrorHeaders":           model[nats.ErrorHeaders],
	"Heartbeat":              model[nats.Heartbeat],
	"HeartbeatSubject":       model[nats.HeartbeatSubject],
	"PiListReply":            model[nats.PiListReply],
	"PiSessionSummary":       model[nats.PiSessionSummary],
	"PiSpawnReply":           model[nats.PiSpawnReply],
	"PiSpawnRequest":         model[nats.PiSpawnRequest],
	"PlainToken":             model[nats.PlainToken],
	"PromptEndpointMetadata": model[nats.PromptEndpointMetadata],
	"PromptSubject":          model[nats.PromptSubject],
	"ProtocolVersion":        model[nats.ProtocolVersion],
	"QueryData":              model[nats.QueryData],
	"QueryReply":             model[nats.QueryReply],
	"RequestAttachment":      model[nats.RequestAttachment],
	"RequestEnvelope":        model[nats.RequestEnvelope],
	"ResponseData":           model[nats.ResponseData],
	"ServiceInfo":            model[nats.ServiceInfo],
	"ServiceMetadata":        model[nats.ServiceMetadata],
	"ServicePing":            model[nats.ServicePing],
	"SessionID":              model[nats.SessionID],
	"StatusReply":            model[nats.StatusReply],
	"StatusSubject":          model[nats.StatusSubject],
	"StopReply":              model[nats.StopReply],
	"StopRequest":            model[nats.StopRequest],
	"StreamChunk":            union(nats.DecodeStreamChunk),
	"Subject":                model[nats.Subject],
	"SubjectToken":           model[nats.SubjectToken],
	"ToolResultStatus":       model[nats.ToolResultStatus],
	"ToolUseStatus":          model[nats.ToolUseStatus],
	"TruncatedInput":         model[nats.TruncatedInput],
}
